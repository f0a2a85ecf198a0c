"""Whole games against the program: with the mouse, with the keyboard alone, and with a finger on a small telephone."""

from conftest import assert_not_too_wide, cell, click_step, expect, play_to_end, wait_for_turn


def test_seega_by_clicks(page, server):
    page.goto("/")
    page.select_option("#game", "seega")
    page.select_option("#size", "5")
    page.select_option("#seat-second", "level:1")
    page.click("#start")
    expect(page.locator("h1")).to_have_text("Seega 5×5")
    table = play_to_end(page, server, lambda step: click_step(page, step))
    assert table["seats"] == {"first": "human", "second": "level:1"}
    assert len(table["steps"]) > 24


def tab_to(page, selector):
    """Presses Tab until the focus is there."""
    for _ in range(60):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def test_awari_by_keyboard(new_page, server):
    page = new_page(reduced_motion="no-preference")
    page.goto("/")
    expect(page.locator("#start")).to_be_enabled()
    tab_to(page, "#game")
    page.keyboard.type("aw")
    expect(page.locator("#seat-second option[value='level:1']")).to_be_attached()
    expect(page.locator("label[for=seat-first]")).to_contain_text("South")
    tab_to(page, "#seat-second")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#seat-second")).to_have_value("level:1")
    tab_to(page, "#start")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Awari")
    tab_to(page, "[role=gridcell]")

    # The first step by arrows and Enter, through the whole row and back; all others by letters.
    for key, there in [*[("ArrowRight", name) for name in "BCDEF"], ("ArrowUp", "a"), ("ArrowDown", "F"), ("ArrowLeft", "E")]:
        page.keyboard.press(key)
        expect(cell(page, there)).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_turn(page, 0)
    assert server.table(page)["steps"][0]["step"] == "E"
    table = play_to_end(page, server, lambda step: page.keyboard.press(step["step"].lower()))
    assert table["seats"]["second"] == "level:1"


def test_capture_go_by_taps(new_page, server):
    page = new_page(viewport={"width": 320, "height": 640}, is_mobile=True, has_touch=True, device_scale_factor=2)
    page.goto("/")
    page.select_option("#game", "capture-go")
    page.select_option("#size", "9")
    page.select_option("#seat-second", "level:1")
    assert_not_too_wide(page)
    page.locator("#start").tap()
    expect(page.locator("h1")).to_have_text("Capture Go 9×9")
    assert_not_too_wide(page)
    play_to_end(page, server, lambda step: click_step(page, step, "tap"))
    assert_not_too_wide(page)
