"""The papers: what came out of their experiments, with figures, and a game against what was evolved."""

import re

from conftest import expect


def test_every_paper_opens(page, server):
    page.goto("/#papers")
    links = page.locator(".papers a")
    expect(links).to_have_count(5)
    for paper in server.ask("/api/papers")["papers"]:
        page.goto(f"/#paper={paper['name']}")
        expect(page.locator("h1")).to_have_text(paper["question"])
        # The page of results in full, none of it as Markdown.
        known = server.ask(f"/api/papers/{paper['name']}")
        expect(page.locator(".document figure svg")).to_have_count(known["results"].count("](figures/"))
        text = page.locator("main").inner_text()
        assert "](" not in text and "<!--" not in text
        expect(page.locator("tbody th", has_text=known["studies"][0]["about"])).to_be_visible()
        page.locator("summary").click()
        expect(page.get_by_role("cell", name="as written").first).to_be_visible()


def test_a_champion_plays(page, server):
    page.goto("/#paper=davis2002")
    page.select_option("#your-side", "second")
    page.get_by_role("button", name=re.compile("^Play against")).first.click()
    expect(page).to_have_url(re.compile("#table="))
    expect(page.locator(".board")).to_be_visible()
    table = server.table(page)
    assert table["seats"]["first"].startswith("paper:davis2002/") and table["seats"]["second"] == "human"
    page.wait_for_function("document.querySelectorAll('.steps li, .steps button').length > 0")
