"""Takes the pictures of the README: PETTEIA=… CHROME=… target/page-venv/bin/python tests/page/shots.py docs/pictures

Four PNG files of fixed sizes, in the folder that is named: seega.png (light, with analysis), awari.png (dark), learning.png (a run), each 800 px wide,
and capture-go.png (a telephone, 320 px). Positions are from printed games or fixed steps; values of the analysis differ a little from machine to machine.
tests/page/run makes the environment that this needs. The files have 256 colours, which makes them a third as large.
"""

import os
import pathlib
import sys
import tempfile

from PIL import Image
from playwright.sync_api import sync_playwright

from conftest import FLAGS, Server, expect, show_table

DATA = pathlib.Path(__file__).parents[1] / "data"
# The wide layout of the page on a picture of 800 px.
WIDE = {"viewport": {"width": 1200, "height": 840}, "device_scale_factor": 2 / 3}
HIGH = {**WIDE, "viewport": {"width": 1200, "height": 1080}}
TELEPHONE = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}


def printed(file):
    """The steps of a printed game, the last word of each line."""
    return [line.split()[2] for line in (DATA / file).read_text().splitlines() if line and not line.startswith("#")]


def seega(page, server):
    show_table(page, server.new_table("seega:7", second="level:5", steps=printed("seega7-abdelbar2004.txt")[:79]))
    page.click("#analyse")
    expect(page.locator(".board .arrow")).to_have_count(3)
    # A curve over the last steps, and the deepest values.
    for _ in range(4):
        page.click("#undo")
    page.mouse.move(0, 0)
    page.wait_for_timeout(3000)


def awari(page, server):
    show_table(page, server.new_table("awari", second="level:5", steps=["C", "b", "F", "d", "A", "f", "E", "a", "D", "c"]))
    page.click("#tab-why")
    expect(page.locator("#panel-why table, #panel-why .quiet").first).to_be_visible()


def capture_go(page, server):
    columns = "abcdefghj"
    made = [columns[int(across)] + str(9 - int(down)) for down, across in (step.split(",") for step in printed("capturego9-cai2010-game1.txt")[:28])]
    show_table(page, server.new_table("capture-go:9", second="level:5", steps=made))


def learning(page, server):
    name = server.ask("/api/runs", {"config": "davis2002-quick"})["name"]
    page.goto(f"/#run={name}")
    expect(page.locator("main .state")).to_have_text("finished")
    expect(page.locator("#run-figures svg").first).to_be_visible()


SHOTS = [("seega", seega, WIDE, "light"), ("awari", awari, WIDE, "dark"), ("capture-go", capture_go, TELEPHONE, "light"), ("learning", learning, HIGH, "light")]


def fewer_colours(file):
    with Image.open(file) as picture:
        small = picture.convert("RGB").quantize(256)
    small.save(file, optimize=True)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(pathlib.Path(scratch))
        browser = playwright.chromium.launch(executable_path=os.environ["CHROME"], args=FLAGS)
        for name, show, screen, colours in SHOTS:
            context = browser.new_context(base_url=server.address, color_scheme=colours, reduced_motion="reduce", **screen)
            page = context.new_page()
            show(page, server)
            file = folder / f"{name}.png"
            page.screenshot(path=file, animations="disabled")
            fewer_colours(file)
            print(f"{file}: {file.stat().st_size // 1000} kB")
            context.close()
        browser.close()
        server.kill()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
