"""What the page must not do: load much, ask other hosts, break its own content policy. Every test watches for the last two; here the watch is tested."""

from conftest import expect


def test_first_load(page, server):
    responses = []
    page.on("response", lambda response: responses.append(response))
    page.goto("/", wait_until="networkidle")
    expect(page.locator("#start")).to_be_enabled()
    for response in responses:
        response.finished()
    sizes = {response.url: response.request.sizes() for response in responses if not response.url.startswith("data:")}
    assert f"{server.address.rstrip('/')}/static/app.js" in sizes
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes.values()) < 300_000, sizes


def test_watch_sees_what_it_must(page, watch):
    page.goto("/")
    page.evaluate("""() => {
        document.body.append(Object.assign(new Image(), { src: "http://other.invalid/x.png" }));
        document.body.insertAdjacentHTML("beforeend", '<p style="color: red">');
        console.error("an error on purpose");
        setTimeout(() => { throw new Error("uncaught on purpose"); });
    }""")
    expected = ["img-src", "style-src-attr", "an error on purpose", "uncaught on purpose"]
    for _ in range(50):
        if all(any(words in problem for problem in watch.problems) for words in expected):
            break
        page.wait_for_timeout(100)
    seen, watch.problems = watch.problems, []
    for words in expected:
        assert any(words in problem for problem in seen), (words, seen)
    watch.host("http://other.invalid/x.png")
    assert watch.problems.pop() == "another host: http://other.invalid/x.png"
