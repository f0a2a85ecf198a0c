"""Going through a game: undo, redo, jumps in the graph and in the list; and what survives reloading and a killed server."""

from conftest import cell, expect, position, show_table, steps, wait_for_turn

GAME = ["a1", "e5", "b1", "d5", "c1", "c5", "d1", "b5", "e1", "a5"]


def show_game(page, server):
    show_table(page, server.new_table("seega:5", steps=GAME))
    expect(steps(page)).to_have_count(len(GAME))


def expect_at(page, at):
    """The graph, the list and the board say so."""
    expect(page.locator("#graph")).to_have_attribute("aria-valuenow", str(at))
    if at:
        expect(page.locator("#steps [aria-current=step]")).to_have_attribute("data-at", str(at))
    else:
        expect(page.locator("#steps [aria-current=step]")).to_have_count(0)
    for number, name in enumerate(GAME, 1):
        expect(cell(page, name)).to_have_attribute("aria-label", f"{name}, {'white' if number % 2 else 'black'} pebble" if number <= at else f"{name}, empty, a move goes here")


def test_undo_and_redo(page, server):
    show_game(page, server)
    expect(page.locator("#redo")).to_be_disabled()
    page.click("#undo")
    expect_at(page, 9)
    page.click("#undo")
    expect_at(page, 8)
    page.click("#redo")
    expect_at(page, 9)
    page.click("#redo")
    expect_at(page, 10)
    expect(page.locator("#redo")).to_be_disabled()


def test_undo_against_the_program(page, server):
    """Undo goes back to where the person was to move, and the program does not run ahead."""
    show_table(page, server.new_table("seega:5", second="level:1"))
    cell(page, "a1").click()
    wait_for_turn(page, 1)
    page.click("#undo")
    expect(page.locator("#graph")).to_have_attribute("aria-valuenow", "0")
    expect(page.locator("#undo")).to_be_disabled()
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, empty, a move goes here")
    page.click("#redo")
    expect(page.locator("#graph")).to_have_attribute("aria-valuenow", "2")
    expect(steps(page)).to_have_count(2)


def test_jumps_and_another_way(page, server):
    show_game(page, server)
    graph = page.locator("#graph")
    box = graph.locator("svg").bounding_box()
    graph.locator("svg").click(position={"x": box["width"] * 0.5, "y": box["height"] / 2})
    expect_at(page, 5)
    graph.focus()
    page.keyboard.press("Home")
    expect_at(page, 0)
    page.keyboard.press("ArrowRight")
    expect_at(page, 1)
    page.keyboard.press("End")
    expect_at(page, 10)
    page.click("#steps [data-at='7']")
    expect_at(page, 7)
    # Keys of the whole page, with nothing focused.
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect_at(page, 6)

    # Another step from here takes the place of the four that followed.
    cell(page, "b3").click()
    expect(steps(page)).to_have_text([*GAME[:6], "b3"])
    expect(graph).to_have_attribute("aria-valuemax", "7")
    expect(page.locator("#redo")).to_be_disabled()
    assert [step["step"] for step in server.table(page)["steps"]] == [*GAME[:6], "b3"]


def test_reload(page, server):
    show_game(page, server)
    page.click("#steps [data-at='7']")
    expect_at(page, 7)
    before = position(page)
    page.reload()
    expect(steps(page)).to_have_text(GAME)
    expect_at(page, 7)
    expect(page.locator("#position")).to_have_value(before)


def test_killed_server(new_page, own_server, watch):
    """kill -9 in the middle of a game: the page finds the new server by itself, and nothing is lost."""
    watch.allowed += [r"WebSocket connection to .* failed", r"ERR_CONNECTION_(REFUSED|RESET)"]
    page = new_page(at=own_server.address)
    show_table(page, own_server.new_table("seega:5", second="level:1"))
    for known in [0, 2, 4]:
        page.locator(".board .open").first.click()
        wait_for_turn(page, known + 1)
    written = steps(page).all_text_contents()
    before = own_server.table(page)
    own_server.kill()
    expect(page.locator("#messages")).to_contain_text("Not connected. Trying again…")
    own_server.start()
    expect(page.locator("#messages")).to_contain_text("Connected again.")
    after = own_server.table(page)
    assert after == before
    expect(steps(page)).to_have_text(written)

    # And the game goes on without loading the page again.
    page.locator(".board .open").first.click()
    wait_for_turn(page, 7)
    assert len(own_server.table(page)["steps"]) == 8
