"""A project with redirects of every kind, and addresses that try them."""

from __future__ import annotations

import itertools
from typing import Any

REDIRECTS: list[dict[str, Any]] = [
    {"source": "/old", "destination": "/guides/install"},
    {"source": "/moved/deep/page", "destination": "/guides/setup#start"},
    {"source": "/soon", "destination": "/guides/setup", "permanent": False},
    {"source": "/blog", "destination": "https://blog.example.com/hello world"},
    {"source": "/asks", "destination": "/guides/install?from=old"},
    {"source": "/café au lait", "destination": "/guides/über"},
    {"source": "/Case", "destination": "/guides/setup"},
    {"source": "/case", "destination": "/guides/install"},
    {"source": '/a "quoted" $name;{x}', "destination": "/guides/install"},
    {"source": "/price$5", "destination": "https://shop.example.com/a$b?c=$d"},
    {"source": "/mail", "destination": "mailto:docs@example.com"},
    {"source": "/plain", "destination": "http://plain.example.com/"},
    {"source": "/recipes/:slug*", "destination": "/guides/:slug*"},
    {"source": "/archive/:year/:month", "destination": "/guides/:month/:year", "permanent": False},
    {"source": "/news-*", "destination": "https://news.example.com/item-*"},
    {"source": "/v1/:page*/edit", "destination": "https://edit.example.com/:page*"},
    {"source": "/users/:name.html", "destination": "/guides/:name"},
    {"source": "/find/:words", "destination": "/guides/install?q=:words"},
    {"source": "/any/*", "destination": "/*"},
    {"source": "/menü/:dish", "destination": "/guides/:dish?lang=de"},
    {"source": "/guides/:anything*", "destination": "/recently/:anything*"},
]

PROJECT: dict[str, Any] = {
    "site.json": {
        "name": "Moved",
        "navigation": [
            {"group": "A", "pages": ["index", "guides/install", "guides/setup", "guides/über"]},
            {"group": "B", "pages": ["guides/deep/page", "evil.example/page"]},
        ],
        "redirects": REDIRECTS,
    },
    "index.mdx": "# Home",
    "guides/install.mdx": "# Install",
    "guides/setup.mdx": "# Set up",
    "guides/über.mdx": "# Über",
    "guides/deep/page.mdx": "# Deep",
    "evil.example/page.mdx": "# Not evil",
    "images/drawing.svg": "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>",
    "widget.html": "<!doctype html><script>1</script>",
    "two words.txt": "two words",
    "data.yaml": "a: 1",
    "program.wasm": b"\0asm",
    "picture.avif": b"avif",
    "app.webmanifest": "{}",
    "old.csv": "a,b",
}

_STARTS = [
    "/", "/old", "/moved/deep/page", "/soon", "/blog", "/asks", "/caf%C3%A9%20au%20lait", "/Case",
    "/case", "/recipes", "/archive", "/archive/2024", "/news-", "/v1", "/users", "/find", "/any",
    "/men%C3%BC", "/guides", "/guides/install", "/guides/%C3%BCber", "/nothing", "/widget.html",
]  # fmt: skip
_ENDS = [
    "", "/", "/a", "/deep/page", "/x/edit", "/x/y/edit/", "/caf%C3%A9", "/b%20c",
    "/a.html", "news/2024",
]  # fmt: skip
_QUERIES = ["", "?a=1", "?next=//evil.example&x=%0d%0a"]
_SPECIAL = [
    "/find/a%26b",
    "/men%c3%bc/%e2%82%ac",
    "/price$5",
    "/price%245",
    "/a%20%22quoted%22%20$name;%7Bx%7D",
    "/mail",
    "/plain/",
    "/two%20words.txt",
    "/two%20words.txt?q",
    "/images/drawing.svg",
    "/old.csv",
    "/.octavo-output",
    "/users/.html",
    "/users/a/b.html",
]

HOSTILE = [
    "//evil.example",
    "//evil.example/",
    "//evil.example/page",
    "/\\evil.example",
    "/any//evil.example",
    "/any///evil.example/",
    "/any/\\evil.example",
    "/any/\\/evil.example",
    "/any/%5Cevil.example",
    "/any/%2Fevil.example",
    "/any/%2F%2Fevil.example",
    "/any//evil.example%2F..",
    "/recipes//evil.example",
    "/recipes/https://evil.example",
    "/recipes/../..//evil.example",
    "/news-@evil.example",
    "/news-.evil.example/..%2f",
    "/recipes/a%0d%0aSet-Cookie:%20x=1",
    "/recipes/a%0D%0A%0D%0A<script>",
    "/recipes/%C2%85",
    "/old%0d%0aSet-Cookie:%20x=1",
    "/%0d%0aLocation:%20https://evil.example",
    "/find/a&admin=1",
    "/find/a+b",
]


def addresses() -> list[str]:
    """Return a few hundred addresses that visitors may ask for."""
    combined = (
        (start.rstrip("/") + end or "/") + query
        for start, end, query in itertools.product(_STARTS, _ENDS, _QUERIES)
        if start != "/" or end.startswith("/")
    )
    return [*dict.fromkeys((*combined, *_SPECIAL))]
