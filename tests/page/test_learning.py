"""A run that is started, watched, stopped and resumed from the page, and a game against its champion."""

import os
import pathlib
import re
import signal
import subprocess
import time

from conftest import expect, steps, wait_for_turn


def epoch(page):
    """The number of epochs that the page says are over."""
    return int(re.match(r"(\d+) of", page.locator("#run-line").text_content())[1])


# How many points the first curve of the results has, of which every generation has one.
POINTS = """[...document.querySelectorAll('#run-figures figure')].filter((figure) => figure.innerText.startsWith('Results'))
    .map((figure) => figure.querySelector('path.curve').getAttribute('d').split(/[ML]/).length - 1)[0] ?? 0"""


def curve(page):
    return page.evaluate(POINTS)


def wait_for_points(page, least):
    page.wait_for_function(f"(least) => ({POINTS}) >= least", arg=least)


def test_live_run(page, server):
    page.goto("/#learn")
    page.select_option("#config", "davis2002-quick")
    expect(page.locator("#estimate")).to_have_text(re.compile(r"^About .* games on this machine\.$"))
    page.fill("#epochs", "1000")
    page.click("#start-run")

    # The curve is drawn while the run goes on.
    state = page.locator(".card .state")
    expect(state).to_have_text("running")
    name = page.url.split("#run=")[1]
    wait_for_points(page, 2)
    first = curve(page)
    wait_for_points(page, first + 2)
    expect(state).to_have_text("running")

    page.click("#stop")
    expect(state).to_have_text("stopped")
    stopped = epoch(page)
    assert 4 <= stopped < 1000
    expect(page.locator("#stop")).to_be_hidden()
    page.click("#resume-run")
    expect(state).to_have_text("running")
    page.wait_for_function("(stopped) => parseInt(document.querySelector('#run-line').textContent) > stopped + 2", arg=stopped)
    page.click("#stop")
    expect(state).to_have_text("stopped")
    wait_for_points(page, epoch(page))

    # The list of runs knows it, and its champion plays.
    page.click("text=All runs")
    expect(page.locator("#runs tr", has=page.locator(f"a[href='#run={name}']"))).to_contain_text("stopped")
    page.click(f"#runs a[href='#run={name}']")
    page.locator("#champions button").first.click()
    expect(page.locator("h1")).to_have_text("Awari")
    page.locator('[data-cell="C"]').click()
    wait_for_turn(page, 1)
    table = server.table(page)
    assert table["seats"] == {"first": "human", "second": f"champion:{name}/player"}
    assert [step["side"] for step in table["steps"]] == ["first", "second"]
    expect(steps(page)).to_have_count(2)


def test_sample_game(page, server):
    """The games that a run kept can be looked at."""
    name = server.ask("/api/runs", {"config": "davis2002-quick", "epochs": 1})["name"]
    page.goto(f"/#run={name}")
    expect(page.locator(".card .state")).to_have_text("finished")
    expect(page.locator("#resume-run")).to_be_hidden()
    sample = page.locator("#samples li").first
    count = int(re.match(r"(\d+) steps", sample.locator("span").text_content())[1])
    sample.locator("button").click()
    expect(steps(page)).to_have_count(count)


def test_run_that_ends_while_it_is_opened(page, server):
    """What the page first hears of a run may be older than the news of its end: then it asks again."""
    name = server.ask("/api/runs", {"config": "davis2002-quick", "epochs": 1})["name"]
    page.goto(f"/#run={name}")
    expect(page.locator(".card .state")).to_have_text("finished")
    early = []

    def too_early(route):
        answer = route.fetch().json()
        if not early:
            early.append(answer)
            answer = {**answer, "epoch": 0, "state": "running", "samples": [], "figures": ""}
        route.fulfill(json=answer)

    page.route(f"**/api/runs/{name}", too_early)
    page.reload()
    expect(page.locator(".card .state")).to_have_text("finished")
    expect(page.locator("#samples li").first).to_be_visible()
    assert early


def test_network(page, server):
    """A network that began to learn on the command line is listed and drawn, plays, and goes on from the page."""
    configs = pathlib.Path(__file__).parents[2] / "configs"
    folder = server.folder / "runs" / "small"
    command = [os.environ["PETTEIA"], "train", configs / "seejeh5-quick.toml", "--folder", folder, "--quiet", "--epochs", "60"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as learning:
        while not (folder / "metrics.jsonl").exists() or (folder / "metrics.jsonl").read_text().count("\n") < 2:
            assert learning.poll() is None
            time.sleep(0.01)
        learning.send_signal(signal.SIGINT)
    page.goto("/#learn")
    row = page.locator("#runs tr", has=page.locator("a[href='#run=small']"))
    expect(row).to_contain_text("of 60")
    page.click("#runs a[href='#run=small']")
    wait_for_points(page, 2)
    state = page.locator(".card .state")
    expect(state).to_have_text("stopped")
    page.locator("#champions button").first.click()
    page.locator('[data-cell="a1"]').click()
    page.locator('[data-cell="b1"]').click()
    wait_for_turn(page, 2)
    table = server.table(page)
    assert table["seats"]["second"] == "champion:small/network"
    assert [step["side"] for step in table["steps"]] == ["first", "first", "second", "second"]
    page.goto("/#run=small")
    expect(state).to_have_text("stopped")
    stopped = epoch(page)
    page.click("#resume-run")
    expect(state).to_have_text("running")
    page.wait_for_function("(stopped) => parseInt(document.querySelector('#run-line').textContent) > stopped", arg=stopped)
    page.click("#stop")
    expect(state).to_have_text("stopped")


def test_damaged_run(own_server, new_page):
    """A run whose files something else has changed is listed with the reason, and its page says it, too."""
    name = own_server.ask("/api/runs", {"config": "davis2002-quick", "epochs": 1})["name"]
    page = new_page(at=own_server.address)
    page.goto(f"/#run={name}")
    expect(page.locator(".card .state")).to_have_text("finished")
    metrics = own_server.folder / "runs" / name / "metrics.jsonl"
    metrics.write_text(metrics.read_text().replace('"games":', '"games":1', 1))
    why = re.compile(r"metrics\.jsonl: its first \d+ bytes have changed")
    page.goto("/#learn")
    expect(page.locator("#runs tr", has_text=name).locator(".error")).to_have_text(why)
    page.goto(f"/#run={name}")
    expect(page.get_by_text(why)).to_be_visible()


def test_runs_together(page, server):
    """Two runs that were chosen in the list share their figures."""
    names = [server.ask("/api/runs", {"config": "davis2002-quick", "epochs": epochs})["name"] for epochs in (2, 3)]
    for name in names:
        page.goto(f"/#run={name}")
        expect(page.locator(".card .state")).to_have_text("finished")
    page.goto("/#learn")
    show = page.locator("#together")
    expect(show).to_be_disabled()
    for name in names:
        page.get_by_label(f"Choose {name}", exact=True).check()
    show.click()
    expect(page.locator("h1")).to_have_text("Runs together")
    figure = page.locator(".figures figure", has_text="Draws")
    expect(figure.locator("svg path.curve")).to_have_count(4)
    assert all(name in figure.inner_html() for name in names)
    # The best against fixed players is there as well, because these configurations measure it.
    expect(page.locator("figcaption", has_text="The best against random")).to_be_visible()
