"""Turns of several steps, as Seejeh has them, between two people: two placements, a chain of captures, an exchange; and a side that is skipped or has a piece
taken off."""

import re

from conftest import cell, expect, show_table, steps


def test_two_placements_a_turn(page, server):
    show_table(page, server.new_table("seejeh:5"))
    status = page.locator("#status")
    for number, (name, words) in enumerate([
        ("a1", "Black places the first of two"), ("b1", "Black places the second of two"),
        ("c1", "White places the first of two"), ("d1", "White places the second of two"),
    ]):
        expect(status).to_contain_text(words)
        expect(steps(page)).to_have_count(number)
        cell(page, name).click()
    expect(status).to_contain_text("Black places the first of two")
    for name, piece in {"a1": "black", "b1": "black", "c1": "white", "d1": "white"}.items():
        expect(cell(page, name)).to_have_attribute("aria-label", f"{name}, {piece} pebble")
    # Both steps of a turn stand in one line of the list.
    expect(page.locator("#steps .turn")).to_have_count(2)


def test_chain_of_captures(page, server):
    """The example of docs/rules/seejeh.md: one piece takes three."""
    show_table(page, server.new_table("seejeh:5", position="..b../..wwb/...w./..bb./w...w b move 0 30"))
    cell(page, "c2").click()
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, empty, centre, a move goes here and takes c4")
    for count, (to, taken) in enumerate([("c3", "c4"), ("c4", "d4"), ("d4", "d3")], 1):
        cell(page, to).click()
        expect(steps(page)).to_have_count(count)
        expect(cell(page, taken)).to_have_attribute("aria-label", re.compile(f"^{taken}, empty.*, taken just now$"))
        if count < 3:
            # The piece stays picked up, so that one click goes on.
            expect(page.locator("#status")).to_contain_text(f"The turn goes on: {to} is still picked.")
            expect(cell(page, to)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#status")).to_contain_text("White moves a pebble")
    expect(page.locator("#steps .turn")).to_have_count(1)


def test_exchange(page, server):
    """The eye in the corner: White gives two pieces that are not needed, Black has to give two for each."""
    show_table(page, server.new_table("seejeh:5", position="ww.bb/.w..b/wwb../w...b/..bbb w move 0 30"))
    take_off = page.locator("#take-off")
    expect(take_off).to_be_hidden()
    expect(page.locator("#status")).to_contain_text("gives an untouchable one, ringed, for two")
    expect(page.locator("circle.spare")).to_have_count(2)
    expect(cell(page, "a5")).to_have_attribute("aria-label", "a5, white pebble, can move or be given for two")
    # A wall that is needed cannot be given, and the page says why.
    cell(page, "b4").click()
    expect(take_off).to_be_hidden()
    expect(page.locator("#why-kept")).to_have_text("b4 is not to be given, because without it Black could come to take b3.")
    cell(page, "a5").click()
    expect(page.locator("#why-kept")).to_be_empty()
    expect(take_off).to_have_text("Take a5 off")
    take_off.click()
    expect(page.locator("#messages")).to_contain_text("White gives a piece: Black has to take off two.")
    expect(page.locator("#status")).to_contain_text("Black has to take off 2 of his own pebbles.")
    expect(cell(page, "e4")).to_have_attribute("aria-label", "e4, black pebble, can be taken off")
    cell(page, "e4").click()
    expect(page.locator("#status")).to_contain_text("Black has to take off")
    expect(steps(page)).to_have_count(2)
    cell(page, "e5").click()
    expect(page.locator("#status")).to_contain_text("White moves a pebble")
    expect(page.locator(".strip", has_text="Black")).to_contain_text("6 pebbles on the board")
    expect(page.locator(".strip", has_text="White")).to_contain_text("5 pebbles on the board")


def test_blocked_side_is_told(page, server):
    show_table(page, server.new_table("seega:3", position="b.w/w.w/.wb w move 0 20"))
    cell(page, "c3").click()
    cell(page, "b3").click()
    expect(page.locator("#messages p", has_text="Black is blocked: White moves again.")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("White moves")


def test_a_piece_is_taken_off_for_a_blocked_side(page, server):
    """The example of docs/rules/seega.md; and the same where the blocked side takes off an enemy's."""
    position = "...../...../b..../bb.../wb... b move 3 30"
    show_table(page, server.new_table("seega:egyptian:5", position=position))
    cell(page, "a3").click()
    cell(page, "a4").click()
    expect(page.locator("#messages")).to_contain_text("White is blocked: Black takes off one of Black's pieces beside White's.")
    expect(page.locator("#status")).to_contain_text("Black takes off an own pebble beside one of White's, because White is blocked.")
    expect(cell(page, "b1")).to_have_attribute("aria-label", "b1, black pebble, can be taken off")
    cell(page, "b1").click()
    expect(page.locator("#status")).to_contain_text("White moves a pebble")
    show_table(page, server.new_table("seega:5(lose_at=0,blocked=takes-piece)", position=position))
    cell(page, "a3").click()
    cell(page, "a4").click()
    expect(page.locator("#status")).to_contain_text("White is blocked and takes off an enemy pebble beside an own one.")
    cell(page, "a2").click()
    expect(page.locator("#status")).to_contain_text("White moves a pebble")
    expect(page.locator(".strip", has_text="Black")).to_contain_text("3 pebbles on the board")
