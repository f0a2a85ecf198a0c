"""What the tests of the page share: the server, the browser, a watch over every page, and hands that play on it.

PETTEIA names the program, CHROME the browser; tests/page/run sets both.
"""

import json
import os
import random
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
expect.set_options(timeout=20_000)


class Server:
    """A server of the program with folders of its own."""

    def __init__(self, folder):
        self.folder, self.port, self.process = folder, 0, None
        self.start()

    def start(self):
        command = [os.environ["PETTEIA"], "serve", "--port", str(self.port), "--tables", str(self.folder / "tables"), "--runs", str(self.folder / "runs")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/?", self.address), f"the server printed {self.address!r}"
        self.port = urllib.parse.urlsplit(self.address).port

    def kill(self):
        """As kill -9 does: nothing can be tidied up."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def ask(self, path, body=None, **query):
        address = f"http://127.0.0.1:{self.port}{path}" + ("?" + urllib.parse.urlencode(query) if query else "")
        request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def new_table(self, game, first="human", second="human", **more):
        return self.ask("/api/tables", {"game": game, "first": first, "second": second, **more})["id"]

    def table(self, page):
        """The table that a page shows."""
        return self.ask(f"/api/tables/{page.url.split('#table=')[1]}")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path):
    """A server that a test may kill and start again."""
    server = Server(tmp_path)
    yield server
    server.kill()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROME"], headless=True, args=FLAGS)
        yield browser
        browser.close()


class Watch:
    """What must not happen on any page: errors, breaches of the content policy, requests to other hosts."""

    # The browser's own line about an answer that a test asked for on purpose.
    DELIBERATE = r"Failed to load resource: the server responded with a status of 400"

    def __init__(self):
        self.problems, self.allowed = [], [self.DELIBERATE]

    def over(self, page):
        page.on("console", lambda message: message.type == "error" and self.note(message.text))
        page.on("pageerror", lambda error: self.note(f"uncaught: {error}"))
        page.on("request", lambda request: self.host(request.url))
        page.on("websocket", lambda socket: self.host(socket.url))
        page.expose_function("noteBreach", lambda directive, what: self.note(f"content policy: {directive} forbids {what}"))
        page.add_init_script("addEventListener('securitypolicyviolation', (event) => noteBreach(event.violatedDirective, event.blockedURI))")

    def host(self, url):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1":
            self.note(f"another host: {url}")

    def note(self, problem):
        if not any(re.search(pattern, problem) for pattern in self.allowed):
            self.problems.append(problem)


@pytest.fixture
def watch():
    watch = Watch()
    yield watch
    assert watch.problems == []


@pytest.fixture
def new_page(browser, server, watch):
    """Makes pages, each in a context of its own; options are those of Playwright's `new_context`, and `at` another server's address."""
    contexts = []

    def make(at=None, **options):
        options = {"viewport": {"width": 1200, "height": 900}, "reduced_motion": "reduce", "color_scheme": "light", **options}
        context = browser.new_context(base_url=at or server.address, **options)
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        watch.over(page)
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page):
    return new_page()


# Looking at a page


def cell(page, name):
    return page.locator(f'[role=gridcell][data-cell="{name}"]')


def steps(page):
    """The buttons of the list of steps."""
    return page.locator("#steps .step")


def show_table(page, table):
    page.goto(f"/#table={table}")
    expect(page.locator("#status")).not_to_be_empty()


def position(page):
    return page.locator("#position").input_value()


def wait_for_turn(page, known):
    """Until more steps are listed than were known, and a person may step or the game is over."""
    page.wait_for_function(
        """(known) => document.querySelectorAll("#steps .step").length > known
            && (!document.querySelector("#result").hidden || document.querySelector(".board .open, .bare button"))""",
        arg=known)


# Playing


def pick(legal, random):
    """A step that takes as much as possible."""
    most = max(len(step["takes"]) for step in legal)
    return random.choice([step for step in legal if len(step["takes"]) == most])


def click_step(page, step, act="click"):
    """Makes a step on the board with the mouse, or with a finger (`act="tap"`)."""
    if step["kind"] == "button":
        getattr(page.locator(f"#step-{step['step']}"), act)()
        return
    if step["kind"] == "slide" and cell(page, step["from"]).get_attribute("aria-selected") != "true":
        getattr(cell(page, step["from"]), act)()
    getattr(cell(page, step.get("to") or step["from"]), act)()


def play_to_end(page, server, make, most=400):
    """Lets `make(step)` make one step after the other until the result is shown; gives the table."""
    dice = random.Random(7)
    for _ in range(most):
        table = server.table(page)
        if table["result"]:
            break
        known = steps(page).count()
        make(pick(table["scene"]["legal"], dice))
        wait_for_turn(page, known)
    assert table["result"], f"no end after {most} own steps"
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#result")).to_contain_text(table["result"]["reason"])
    expect(page.locator("#status")).to_have_text("The game is over.")
    return table


def assert_not_too_wide(page):
    wide = page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= page.viewport_size["width"], f"the page is {wide} px wide"
