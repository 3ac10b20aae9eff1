"""The wire table, first half: parameters in every style, place and type.

What is expected is copied from the tables of the OpenAPI specification 3.2.1 (style examples,
parameter examples, appendix C) and RFC 6570 (section 3.2), or worked out by hand from their rules
where they have no line. It never comes from our own output.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.samples.wire_cells import Cell, parameter

TEXT, LIST = "blue", ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}

# style, explode, value, what stands in the path
PATHS: list[tuple[str, bool, Any, str]] = [
    ("simple", False, TEXT, "blue"),
    ("simple", False, LIST, "blue,black,brown"),
    ("simple", False, OBJECT, "R,100,G,200,B,150"),
    ("simple", True, TEXT, "blue"),
    ("simple", True, LIST, "blue,black,brown"),
    ("simple", True, OBJECT, "R=100,G=200,B=150"),
    ("label", False, TEXT, ".blue"),
    ("label", False, LIST, ".blue,black,brown"),
    ("label", False, OBJECT, ".R,100,G,200,B,150"),
    ("label", True, TEXT, ".blue"),
    ("label", True, LIST, ".blue.black.brown"),
    ("label", True, OBJECT, ".R=100.G=200.B=150"),
    ("matrix", False, TEXT, ";color=blue"),
    ("matrix", False, LIST, ";color=blue,black,brown"),
    ("matrix", False, OBJECT, ";color=R,100,G,200,B,150"),
    ("matrix", True, TEXT, ";color=blue"),
    ("matrix", True, LIST, ";color=blue;color=black;color=brown"),
    ("matrix", True, OBJECT, ";R=100;G=200;B=150"),
    # empty texts, and values that RFC 6570 calls undefined
    ("simple", False, "", ""),
    ("label", False, "", "."),
    ("matrix", False, "", ";color"),
    ("matrix", True, ["", "x"], ";color;color=x"),
    ("matrix", True, {"R": "", "G": 1}, ";R;G=1"),
    ("simple", False, None, ""),
    ("label", True, None, ""),
    ("matrix", True, None, ""),
    ("simple", False, [], ""),
    ("label", False, {}, ""),
    ("matrix", False, [], ""),
    ("simple", False, ["a", None, "b"], "a,b"),
    ("simple", True, {"a": None, "b": 2}, "b=2"),
    ("matrix", True, {"a b": "c/d"}, ";a%20b=c%2Fd"),
    # other types
    ("simple", False, 42, "42"),
    ("simple", False, -1.5, "-1.5"),
    ("simple", False, True, "true"),
    ("simple", False, False, "false"),
    ("simple", False, 0, "0"),
    ("simple", False, "12345678901234567890", "12345678901234567890"),
]

# style, explode, value, the query
QUERIES: list[tuple[str, bool, Any, str]] = [
    ("form", False, TEXT, "color=blue"),
    ("form", False, LIST, "color=blue,black,brown"),
    ("form", False, OBJECT, "color=R,100,G,200,B,150"),
    ("form", True, TEXT, "color=blue"),
    ("form", True, LIST, "color=blue&color=black&color=brown"),
    ("form", True, OBJECT, "R=100&G=200&B=150"),
    ("spaceDelimited", False, LIST, "color=blue%20black%20brown"),
    ("spaceDelimited", False, OBJECT, "color=R%20100%20G%20200%20B%20150"),
    ("pipeDelimited", False, LIST, "color=blue%7Cblack%7Cbrown"),
    ("pipeDelimited", False, OBJECT, "color=R%7C100%7CG%7C200%7CB%7C150"),
    ("deepObject", True, OBJECT, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    ("deepObject", False, OBJECT, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    ("form", False, "", "color="),
    ("form", True, "", "color="),
    ("form", False, None, "color="),
    ("form", True, None, "color="),
    ("form", True, [], ""),
    ("form", True, {}, ""),
    ("form", False, [], ""),
    ("form", True, ["a", "", None, "b"], "color=a&color=&color=b"),
    ("form", True, {"a": "", "b": None, "c": False}, "a=&c=false"),
    ("form", True, 0, "color=0"),
    ("form", True, False, "color=false"),
    ("form", True, 1.25, "color=1.25"),
    # not in the tables: as servers read them
    ("spaceDelimited", True, LIST, "color=blue&color=black&color=brown"),
    ("pipeDelimited", True, LIST, "color=blue&color=black&color=brown"),
    ("pipeDelimited", False, TEXT, "color=blue"),
    ("deepObject", True, TEXT, "color=blue"),
    ("deepObject", True, ["a", "b"], "color%5B%5D=a&color%5B%5D=b"),
    ("deepObject", True, {"a": {"b": {"c": 1}}}, "color%5Ba%5D%5Bb%5D%5Bc%5D=1"),
    ("deepObject", True, {"a": [1, 2]}, "color%5Ba%5D%5B%5D=1&color%5Ba%5D%5B%5D=2"),
    (
        "deepObject",
        True,
        {"a": [{"b": 1}, {"b": 2}], "n": None},
        "color%5Ba%5D%5B0%5D%5Bb%5D=1&color%5Ba%5D%5B1%5D%5Bb%5D=2",
    ),
    ("form", True, [{"a": 1}], "color=%7B%22a%22%3A1%7D"),
    ("form", False, {"a": [1, 2]}, "color=a,%5B1%2C2%5D"),
]

HEADERS: list[tuple[bool, Any, str | None]] = [
    (False, TEXT, "blue"),
    (False, LIST, "blue,black,brown"),
    (False, OBJECT, "R,100,G,200,B,150"),
    (True, TEXT, "blue"),
    (True, LIST, "blue,black,brown"),
    (True, OBJECT, "R=100,G=200,B=150"),
    (False, [12345678, 90099], "12345678,90099"),
    (False, "", ""),
    (False, True, "true"),
    (False, 'W/"a b"; c=1, 50%', 'W/"a b"; c=1, 50%'),
    # what a header cannot hold is encoded, and blanks around it are no part of it
    (False, "naïve\r\nX-Evil: 1", "na%C3%AFve%0D%0AX-Evil: 1"),
    (False, "  blue ", "blue"),
]

COOKIES: list[tuple[str, bool, Any, str]] = [
    ("form", False, TEXT, "color=blue"),
    ("form", True, TEXT, "color=blue"),
    ("form", False, "Hello, world!", "color=Hello%2C%20world%21"),
    ("form", False, LIST, "color=blue,black,brown"),
    ("form", False, OBJECT, "color=R,100,G,200,B,150"),
    ("form", True, LIST, "color=blue; color=black; color=brown"),
    ("form", True, OBJECT, "R=100; G=200; B=150"),
    ("form", True, "", "color="),
    ("cookie", False, TEXT, "color=blue"),
    ("cookie", True, TEXT, "color=blue"),
    ("cookie", True, LIST, "color=blue; color=black; color=brown"),
    ("cookie", True, OBJECT, "R=100; G=200; B=150"),
    (
        "cookie",
        True,
        {"greeting": "Hello%2C%20world!", "code": 42},
        "greeting=Hello%2C%20world!; code=42",
    ),
    ("cookie", False, LIST, "color=blue,black,brown"),
    ("cookie", True, None, "color="),
]

# The variables of RFC 6570, 3.2.
KEYS = {"semi": ";", "dot": ".", "comma": ","}

# name, where, style, explode, value, what stands there
RFC_6570: list[tuple[str, str, str, bool, Any, str]] = [
    ("hello", "path", "simple", False, "Hello World!", "Hello%20World%21"),
    ("half", "path", "simple", False, "50%", "50%25"),
    (
        "base",
        "path",
        "simple",
        False,
        "http://example.com/home/",
        "http%3A%2F%2Fexample.com%2Fhome%2F",
    ),
    ("dub", "path", "simple", False, "me/too", "me%2Ftoo"),
    ("keys", "path", "simple", False, KEYS, "semi,%3B,dot,.,comma,%2C"),
    ("keys", "path", "simple", True, KEYS, "semi=%3B,dot=.,comma=%2C"),
    ("keys", "path", "label", False, KEYS, ".semi,%3B,dot,.,comma,%2C"),
    ("keys", "path", "label", True, KEYS, ".semi=%3B.dot=..comma=%2C"),
    ("half", "path", "matrix", False, "50%", ";half=50%25"),
    ("keys", "path", "matrix", False, KEYS, ";keys=semi,%3B,dot,.,comma,%2C"),
    ("keys", "path", "matrix", True, KEYS, ";semi=%3B;dot=.;comma=%2C"),
    ("half", "query", "form", False, "50%", "half=50%25"),
    ("path", "query", "form", False, "/foo/bar", "path=%2Ffoo%2Fbar"),
    ("keys", "query", "form", False, KEYS, "keys=semi,%3B,dot,.,comma,%2C"),
    ("keys", "query", "form", True, KEYS, "semi=%3B&dot=.&comma=%2C"),
    ("plain", "query", "form", False, "AZaz09-._~", "plain=AZaz09-._~"),
    (
        "marks",
        "query",
        "form",
        False,
        "!*'();:@&=+$,/?#[]",
        "marks=%21%2A%27%28%29%3B%3A%40%26%3D%2B%24%2C%2F%3F%23%5B%5D",
    ),
    (
        "marks",
        "path",
        "simple",
        False,
        "!*'();:@&=+$,/?#[]",
        "%21%2A%27%28%29%3B%3A%40%26%3D%2B%24%2C%2F%3F%23%5B%5D",
    ),
    # from the parameter examples and appendix C of OpenAPI
    ("username", "path", "simple", False, "diṅnāga", "di%E1%B9%85n%C4%81ga"),
    (
        "thing",
        "query",
        "form",
        True,
        ["one thing", "another thing"],
        "thing=one%20thing&thing=another%20thing",
    ),
    ("❤️", "query", "form", True, "love!", "%E2%9D%A4%EF%B8%8F=love%21"),
    ("filter[status]", "query", "form", True, "a", "filter%5Bstatus%5D=a"),
    ("$.xgafv", "query", "form", True, "1", "%24.xgafv=1"),
]

# `allowReserved`: reserved characters stay, but for those that mean something else where they
# stand (appendix C: `[]#&=+` in a query, RFC 3986 and path templating: `/?#[]` in a path).
RESERVED: list[tuple[str, str, Any, str]] = [
    ("query", "form", "/foo/bar:x@y?z!$(*),;", "color=/foo/bar:x@y?z!$(*),;"),
    ("query", "form", "a&b=c+d#e[f]", "color=a%26b%3Dc%2Bd%23e%5Bf%5D"),
    ("query", "form", "50% x^y %2Fdone", "color=50%25%20x%5Ey%20%2Fdone"),
    ("query", "form", ["a,b", "c/d"], "color=a,b&color=c/d"),
    ("path", "simple", "a:b@c,d;e=f", "a:b@c,d;e=f"),
    ("path", "simple", "a/b?c#d", "a%2Fb%3Fc%23d"),
]


def list_style_cells() -> Iterator[Cell]:
    """Return the cells of parameters."""
    for style, explode, value, expected in PATHS:
        # A letter stands before: a part of a path that is only a dot would be left out by clients.
        described = {"path": "/x{color}/end", "parameters": [parameter("path", style, explode)]}
        name = f"path {style}{'*' if explode else ''} {value!r}"
        values = {"parameters": {"path:color": value}}
        yield Cell(name, described, values, f"/x{expected}/end")
    for style, explode, value, expected in QUERIES:
        described = {"parameters": [parameter("query", style, explode)]}
        name = f"query {style}{'*' if explode else ''} {value!r}"
        target = f"/?{expected}" if expected else "/"
        yield Cell(name, described, {"parameters": {"query:color": value}}, target)
    for explode, value, header in HEADERS:
        described = {"parameters": [parameter("header", "simple", explode, "X-Color")]}
        name = f"header simple{'*' if explode else ''} {value!r}"
        values = {"parameters": {"header:X-Color": value}}
        yield Cell(name, described, values, headers={"X-Color": header})
    for style, explode, value, expected in COOKIES:
        described = {"parameters": [parameter("cookie", style, explode)]}
        name = f"cookie {style}{'*' if explode else ''} {value!r}"
        values = {"parameters": {"cookie:color": value}}
        yield Cell(name, described, values, headers={"Cookie": expected}, without=_NO_COOKIES)
    yield from _list_rule_cells()


_NO_COOKIES = frozenset({"chromium"})  # browsers write this header themselves


def _list_rule_cells() -> Iterator[Cell]:
    for name, location, style, explode, value, expected in RFC_6570:
        described = _describe(parameter(location, style, explode, name))
        title = f"{location} {style}{'*' if explode else ''} {name} {value!r}"
        values = {"parameters": {f"{location}:{name}": value}}
        yield Cell(title, described, values, _target(location, expected))
    for location, style, value, expected in RESERVED:
        described = _describe(parameter(location, style, explode=True, allowReserved=True))
        values = {"parameters": {f"{location}:color": value}}
        name = f"{location} reserved {value!r}"
        yield Cell(name, described, values, _target(location, expected))


def _describe(described: dict[str, Any]) -> dict[str, Any]:
    path = f"/x{{{described['name']}}}" if described["in"] == "path" else "/"
    return {"parameters": [described], "path": path}


def _target(location: str, expected: str) -> str:
    return f"/x{expected}" if location == "path" else f"/?{expected}"
