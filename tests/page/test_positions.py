"""Positions and records in and out: the editor, a record that is saved and loaded, a link that is shared."""

from conftest import cell, expect, position, show_table, steps

GOOD = "..w.b/..b../wb.b./..w../b.... w move 0 30"


def test_editor(page, server):
    page.goto("/#setup&game=seega%3A5")
    verdict, start = page.locator("#verdict"), page.locator("#start")
    expect(verdict).to_contain_text("This position can be played.")

    # Three white pebbles and no black one while placing: the server says what is wrong.
    page.click("#clear")
    page.select_option("#brush", "w")
    for name in ["a1", "b1", "c1"]:
        cell(page, name).click()
        expect(cell(page, name)).to_have_attribute("aria-label", f"{name}, white pebble")
    wrong = position(page)
    assert wrong.startswith("...../...../...../...../www.. ")
    expect(verdict).to_have_class("error")
    expect(verdict).to_have_text(server_says(page, wrong))
    expect(start).to_be_disabled()

    # What is typed goes onto the board.
    page.fill("#position", GOOD)
    expect(verdict).to_contain_text("This position can be played. White moves a pebble.")
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3, black pebble")
    page.select_option("#seat-second", "human")
    start.click()
    expect(page.locator("h1")).to_have_text("Seega 5×5")
    assert server.table(page)["scene"]["position"] == GOOD


def server_says(page, wrong):
    answer = page.request.get("/api/scene", params={"game": "seega:5", "position": wrong})
    assert answer.status == 400
    return answer.json()["error"]


def test_editor_counts_seeds(page, server):
    page.goto("/#setup&game=awari")
    expect(page.locator("#total")).to_have_text("48 seeds of 48")
    page.click("text=+ >> nth=0")
    expect(page.locator("#total")).to_have_text("49 seeds of 48")
    expect(page.locator("#start")).to_be_disabled()
    page.fill("#pits-1", "3")
    expect(page.locator("#start")).to_be_enabled()
    page.click("#start")
    expect(page.locator("h1")).to_have_text("Awari")
    assert server.table(page)["start"].startswith("5,3,4,4,4,4/4,4,4,4,4,4 0/0 s")


def test_record_saved_and_loaded(page, server, tmp_path):
    made = ["c3", "a1", "b1", "e5", "a2"]
    table = server.new_table("capture-go:5", steps=made)
    show_table(page, table)
    page.click("#tab-share")
    with page.expect_download() as saving:
        page.click("#save-pgn")
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert file.suffix == ".pgn"
    old = position(page)

    page.goto("/#play")
    page.set_input_files("#record", file)
    expect(steps(page)).to_have_count(len(made))
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#position")).to_have_value(old)
    new = server.table(page)
    assert new["id"] != table and [step["step"] for step in new["steps"]] == made


def test_wrong_record(page, tmp_path):
    file = tmp_path / "wrong.pgn"
    file.write_text('[Game "seega:5"]\n\n1. z9 *\n')
    page.goto("/#play")
    page.set_input_files("#record", file)
    expect(page.locator("main [role=alert]")).not_to_be_empty()


def test_file_of_several_games(page, server, tmp_path):
    file = tmp_path / "cup.pgn"
    game = '[White "{}"]\n[Variant "{}"]\n\n{} *\n\n'
    file.write_text("{ of the cup }\n" + game.format("Plato", "seega:3", "1. a1 2. b1") + game.format("Deep", "chess", "1. e4") + game.format("Zeno", "seega:3", "1. a1 2. a1"))
    page.goto("/#play")
    page.set_input_files("#record", file)
    games = page.locator("#games li button")
    expect(games).to_have_count(3)
    expect(games.nth(0)).to_contain_text("Plato")
    expect(games.nth(1)).to_be_disabled()
    games.nth(2).click()
    # It goes as far as it obeys the rules, and says why not further.
    expect(steps(page)).to_have_count(1)
    expect(page.locator("main")).to_contain_text("step 2, \"a1\"")
    assert server.table(page)["steps"][0]["step"] == "a1"


def test_steps_are_numbered_as_in_records(page, server):
    show_table(page, server.new_table("seejeh:5", steps=["a1", "a2", "b1", "b2", "c1"]))
    for turn, number in enumerate(["1.", "3.", "5."]):
        expect(page.locator(".turn-number").nth(turn)).to_contain_text(number)


def test_shared_link(new_page, server):
    page, other = new_page(), new_page()
    show_table(page, server.new_table("awari", steps=["C", "a", "F"]))
    page.click("#tab-share")
    expect(page.locator("#link")).to_be_visible()
    other.goto(page.locator("#link").input_value())
    expect(other.locator("#position")).to_have_value(position(page))
    expect(other.locator("#status")).to_have_text(page.locator("#status").text_content())
    assert server.table(other)["id"] != server.table(page)["id"]
