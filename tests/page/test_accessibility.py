"""axe-core finds nothing on any view, in light and dark colours and on a screen of 320 px, and no view scrolls sideways."""

import pathlib

import axe_playwright_python
import pytest

from conftest import assert_not_too_wide, expect, show_table

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
MOVING = "..w.b/..b../wb.b./..w../b.... w move 0 30"
PLACED = ["a1", "e5", "b1", "d5"]


def view(hash, ready):
    def show(page, server):
        page.goto(f"/#{hash}")
        expect(page.locator(ready).first).to_be_visible()
    return show


def table(game, **more):
    return lambda page, server: show_table(page, server.new_table(game, **more))


def panel(name, ready):
    def show(page, server):
        show_table(page, server.new_table("seega:5", position=MOVING, steps=["c2-c3"]))
        if name == "analysis":
            page.click("#analyse")
        page.click(f"#tab-{name}")
        expect(page.locator(f"#panel-{name} {ready}").first).to_be_visible()
    return show


def run(page, server):
    name = server.ask("/api/runs", {"config": "davis2002-quick", "epochs": 2})["name"]
    page.goto(f"/#run={name}")
    expect(page.locator(".card .state")).to_have_text("finished")
    expect(page.locator("#run-figures svg").first).to_be_visible()


def learn(page, server):
    run(page, server)
    view("learn", "#runs table")(page, server)
    expect(page.locator("#estimate")).to_contain_text("on this machine")


def keys(page, server):
    table("awari")(page, server)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def question(page, server):
    table("seega:5")(page, server)
    page.click("#resign")
    expect(page.locator("#confirm")).to_be_visible()


def picked_up(page, server):
    table("seejeh:5", position="ww.bb/.w..b/wwb../w...b/..bbb w move 0 30")(page, server)
    page.click('[data-cell="a5"]')
    expect(page.locator("#take-off")).to_be_visible()


def wrong_step(page, server):
    table("seega:5")(page, server)
    page.fill("#step-input", "c3")
    page.keyboard.press("Enter")
    expect(page.locator("#step-error")).not_to_be_empty()


def reviewed_end(page, server):
    table("capture-go:5", steps=["c3", "a1", "b1", "e5", "a2"], clock={"seconds": 300, "increment": 5})(page, server)
    page.click("#result >> text=Review the game")
    expect(page.locator("#summary")).to_be_visible()


VIEWS = {
    "start": view("play", "#start:enabled"),
    "seega": table("seega:7", steps=PLACED),
    "seejeh": table("seejeh:5", steps=PLACED),
    "awari": table("awari", steps=["C", "a"]),
    "capture go": table("capture-go:9", steps=PLACED),
    "two programs": table("seega:5", first="random", second="random", pace=60_000),
    "analysis": panel("analysis", ".best-step"),
    "why": panel("why", "table"),
    "rules": panel("rules", "table"),
    "share": panel("share", "#link"),
    "picked up": picked_up,
    "wrong step": wrong_step,
    "reviewed end": reviewed_end,
    "set up cells": view("setup&game=seega%3A5", "#verdict.good"),
    "set up pits": view("setup&game=awari", "#verdict.good"),
    "set up points": view("setup&game=capture-go%3A9", "#verdict.good"),
    "learn": learn,
    "run": run,
    "papers": view("papers", ".papers a"),
    "paper": view("paper=davis2002", ".document table"),
    "about": view("about", ".keys"),
    "keys": keys,
    "question": question,
}


def violations(page, options=None):
    return page.evaluate("""async (options) => (await axe.run(document, { resultTypes: ["violations"], ...options })).violations
        .map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 4).map((node) => node.html.slice(0, 120)).join(" ")}`)""", options)


@pytest.mark.parametrize("show", VIEWS.values(), ids=VIEWS)
def test_axe(page, server, show):
    show(page, server)
    page.evaluate(AXE)
    found = []
    # What is dark differs from what is light in nothing but colours.
    for colours, width, options in [("light", 1200, None), ("dark", 1200, {"runOnly": ["cat.color"]}), ("light", 320, None)]:
        page.emulate_media(color_scheme=colours)
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator("html")).to_have_attribute("data-theme", colours)
        # Colours that are still changing would be judged half-way.
        page.evaluate("Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations < 100).map((one) => one.finished.catch(() => {})))")
        assert_not_too_wide(page)
        found += [f"{colours}, {width} px: {words}" for words in violations(page, options)]
    assert not found, "\n".join(found)


def test_axe_sees_what_it_must(page, server):
    view("about", ".keys")(page, server)
    page.evaluate(AXE)
    page.evaluate("""() => {
        document.querySelector(".card p").style.color = "#bbb";
        document.querySelector(".card").append(document.createElement("input"));
    }""")
    assert sorted(words.split(":")[0] for words in violations(page)) == ["color-contrast", "label"]
    assert [words.split(":")[0] for words in violations(page, {"runOnly": ["cat.color"]})] == ["color-contrast"]
