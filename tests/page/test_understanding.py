"""Analysis on the board, hints, and the review of a game."""

import re

from conftest import expect, show_table, steps

VALUE = re.compile(r"^[+−]?[01]\.\d\d$|^0$")
MOVING = "..w.b/..b../wb.b./..w../b.... w move 0 30"


def expect_values(marks):
    """Up to three marks on the board, each with a value."""
    expect(marks.first).to_be_visible()
    assert 1 <= marks.count() <= 3
    for words in marks.locator(".value text").all_text_contents():
        assert VALUE.match(words), words
    assert marks.locator(".value text").count() == marks.count()


def test_arrows_come_and_go(page, server):
    show_table(page, server.new_table("seega:5", position=MOVING))
    arrows = page.locator(".board .arrow")
    expect(arrows).to_have_count(0)
    page.click("#analyse")
    expect(page.locator("#analyse")).to_have_attribute("aria-pressed", "true")
    expect_values(arrows)
    best = page.locator("#panel-analysis .best-step").first
    expect(best).to_be_visible()
    expect(page.locator("#graph .graph-line")).to_have_count(1)

    # The best step may be played from the list; the marks then belong to the new position.
    step = best.locator("strong").text_content()
    best.click()
    expect(steps(page)).to_have_count(1)
    assert server.table(page)["steps"][0]["step"] == step
    expect_values(arrows)

    page.click("#analyse")
    expect(arrows).to_have_count(0)
    expect(page.locator("#panel-analysis .best-step")).to_have_count(0)


def test_rings_for_steps_on_one_spot(page, server):
    for game in ["awari", "capture-go:5"]:
        show_table(page, server.new_table(game))
        rings = page.locator(".board .ring")
        expect(rings).to_have_count(0)
        page.keyboard.press("l")
        expect_values(rings)
        page.keyboard.press("l")
        expect(rings).to_have_count(0)


def test_hint(page, server):
    show_table(page, server.new_table("seega:5", position=MOVING))
    page.click("#hint")
    expect(page.locator(".board .hint")).to_have_count(1)
    said = page.locator("#messages p", has_text="Hint:")
    expect(said).to_be_visible()
    step = re.match(r"Hint: (\S+)", said.text_content())[1]
    assert step in [legal["step"] for legal in server.table(page)["scene"]["legal"]]


def test_review(page, server):
    """White leaves the stone on a1 with one liberty, and Black does not take it: mistakes that any review finds."""
    show_table(page, server.new_table("capture-go:5", steps=["c3", "a1", "b1", "e5", "e1", "d5"]))
    page.click("#review")
    expect(page.locator("#summary")).to_be_visible()
    expect(page.locator("#messages")).to_contain_text("The review is finished.")
    expect(page.locator("#summary tbody tr")).to_have_count(2)
    marks = page.locator("#steps .mark")
    counted = sum(int(number) for number in page.locator("#summary tbody td:nth-of-type(n+2):nth-of-type(-n+4)").all_text_contents())
    assert marks.count() == counted > 0
    expect(page.locator("#steps .better").first).to_contain_text("better: ")
    expect(page.locator("#graph .graph-mark.blunder, #graph .graph-mark.mistake, #graph .graph-mark.inaccuracy")).to_have_count(counted)
