from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from octavo.problems import Problem
from octavo.settings.read import read_settings
from octavo.site.redirect_patterns import Pattern, parse_pattern
from octavo.site.redirects import Redirect, build_redirects


def redirect(source: str, destination: str, **more: Any) -> dict[str, Any]:
    return {"source": source, "destination": destination, **more}


def settings(*redirects: dict[str, Any]) -> dict[str, Any]:
    return {
        "navigation": [{"group": "A", "pages": ["a", "b/c"]}],
        "redirects": list(redirects),
    }


def told(problems: list[Problem]) -> list[tuple[str, str, str]]:
    return [(p.code.value, p.severity.value, p.location.source) for p in problems]


def test_good_redirects_are_kept_as_written(make_site: Any) -> None:
    site, problems = make_site(
        settings(
            redirect("/old", "/a#part"),
            redirect("/away", "https://example.com/x", permanent=False),
            redirect("/beta/:slug*", "/b/:slug*"),
        )
    )
    assert not problems
    assert site.redirects == (
        Redirect("/old", "/a#part"),
        Redirect("/away", "https://example.com/x", permanent=False),
        Redirect("/beta/:slug*", "/b/:slug*", pattern=True),
    )


def test_a_source_copied_from_an_address_bar_is_read_as_it_reads(make_site: Any) -> None:
    site, _ = make_site(settings(redirect("/caf%C3%A9/a%20b", "/a")))
    assert [each.source for each in site.redirects] == ["/café/a b"]


def test_chains_are_shortened_to_one_step(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/one", "/two"), redirect("/two", "/a#x")))
    assert not problems
    assert [r.destination for r in site.redirects] == ["/a#x", "/a#x"]


def test_a_chain_ends_at_a_page_even_if_a_pattern_matches_its_address(make_site: Any) -> None:
    site, problems = make_site(
        settings(redirect("/old", "/b/c"), redirect("/b/:more*", "/gone/:more*"))
    )
    assert not problems
    assert site.redirects[0].destination == "/b/c"


def test_a_second_redirect_of_one_source_is_told_and_left_out(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/old", "/a"), redirect("old/", "/b/c")))
    assert told(problems) == [("redirect-duplicate", "warning", "redirects/1/source")]
    assert [r.destination for r in site.redirects] == ["/a"]


def test_a_redirect_that_stands_twice_with_one_destination_is_in_order(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/old", "/b/c"), redirect("/old/", "/b/c/")))
    assert not problems
    assert [r.source for r in site.redirects] == ["/old"]


def test_a_redirect_that_would_hide_a_page_is_told_and_left_out(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/a", "/b/c")))
    assert told(problems) == [("redirect-hides-page", "warning", "redirects/0/source")]
    assert site.redirects == ()


def test_a_folder_that_leads_to_its_first_page_is_somewhere(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/old", "/b"), redirect("/lost", "/d")))
    assert told(problems) == [("redirect-to-nothing", "warning", "redirects/1/destination")]
    assert "/b" in site.folders


def test_redirects_from_folders_and_the_root_count_before_what_is_made_of_them(
    make_site: Any,
) -> None:
    site, problems = make_site(settings(redirect("/b", "/a"), redirect("/", "/b/c")))
    assert not problems
    assert site.folders == {}
    assert [(each.source, each.destination) for each in site.redirects] == [
        ("/b", "/a"),
        ("/", "/b/c"),
    ]


def test_an_old_file_that_nobody_lists_gives_way_to_a_redirect(make_site: Any) -> None:
    pages = {"a": {}, "b/c": {}, "old": {}, "secret": {"hidden": True}}
    site, problems = make_site(settings(redirect("/old", "/a"), redirect("/secret", "/a")), pages)
    assert set(site.pages) == {"/a", "/b/c", "/secret"}
    assert [each.source for each in site.redirects] == ["/old"]
    assert [problem.message for problem in problems] == [
        "`/secret` is a page; it is shown, and this redirect is left out",
        "`/old` is redirected; `old.mdx`, which no navigation lists, is not shown",
    ]


def test_a_redirect_that_never_ends_takes_no_page_away(make_site: Any) -> None:
    site, _ = make_site(settings(redirect("/old", "/old")), ["a", "b/c", "old"])
    assert "/old" in site.pages
    assert site.redirects == ()


def test_a_source_with_a_fragment_or_query_is_told_and_left_out(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/x#y", "/a"), redirect("/x?y", "/a")))
    assert [code for code, _, _ in told(problems)] == ["redirect-never-matches"] * 2
    assert site.redirects == ()


@pytest.mark.parametrize("source", ["/" + "a" * 1200, "/" + "ä" * 200, "/" + "a/" * 5000, "/a%00b"])
def test_a_source_at_which_no_file_can_stand_is_told_and_left_out(
    make_site: Any, source: str
) -> None:
    site, problems = make_site(settings(redirect(source, "/a"), redirect("/b*c", "/a")))
    assert [each.source for each in site.redirects] == ["/b*c"]
    assert [code for code, _, _ in told(problems)] == ["redirect-never-matches"]


@pytest.mark.scorecard("SR-22")
def test_loops_are_errors_and_left_out(make_site: Any) -> None:
    site, problems = make_site(
        settings(
            redirect("/x", "/y"),
            redirect("/y", "/x#part"),
            redirect("/self", "/self"),
            redirect("/grow/:rest*", "/grow/more/:rest*"),
            redirect("/double/:rest*", "/double/:rest*/:rest*"),
            redirect("/fine", "/a"),
        )
    )
    assert told(problems) == [
        ("redirect-loop", "error", f"redirects/{number}") for number in range(5)
    ]
    assert [r.source for r in site.redirects] == ["/fine"]


def test_a_destination_without_a_page_is_a_warning(make_site: Any) -> None:
    site, problems = make_site(
        settings(
            redirect("/old", "/nowhere"), redirect("/file", "/guide.pdf"), redirect("/b", "/a")
        ),
        files=frozenset({"guide.pdf"}),
    )
    assert told(problems) == [("redirect-to-nothing", "warning", "redirects/0/destination")]
    assert len(site.redirects) == 3


@pytest.mark.parametrize(
    "destination",
    [
        "https://:x.example.com/",
        "https://:x",
        "https://:x*/a",
        "HTTPS://*.example.com/a",
        "https://example.com:x*",
        "https://example.com:x/a",
        "https://example.com:80:x?a=b",
        "https://:x@example.com/",
        "https://example.com@:x/",
        "https://me:x@example.com#a",
        "https://:unknown.example.com/",
        "mailto::x@example.com",
        "tel::x",
    ],
)
def test_a_parameter_in_the_host_is_an_error_and_left_out(make_site: Any, destination: str) -> None:
    site, problems = make_site(settings(redirect("/go/:x*", destination)))
    assert told(problems) == [("redirect-host-parameter", "error", "redirects/0/destination")]
    assert "write the host in full" in (problems[0].hint or "")
    assert site.redirects == ()


def test_a_host_that_is_written_in_full_is_kept(make_site: Any) -> None:
    destinations = (
        "https://example.com:8080/:x*",
        "https://example.com/a:x*",
        "https://example.com?page=:x*",
        "https://example.com#:x*",
        "mailto:docs@example.com",
    )
    site, problems = make_site(
        settings(*(redirect(f"/go{n}/:x*", each) for n, each in enumerate(destinations)))
    )
    assert not problems
    assert tuple(each.destination for each in site.redirects) == destinations


@pytest.mark.scorecard("SR-22")
@pytest.mark.parametrize(
    "destination", ["//:x/", "//:x*", "/\\:x", "\\\\:x", "https:/:x", "https:///:x", "https:\\:x"]
)
def test_addresses_that_only_look_like_paths_are_no_destinations(destination: str) -> None:
    written = {"name": "Test", **settings(redirect("/go/:x*", destination))}
    _, problems = read_settings(json.dumps(written))
    assert [problem.severity.value for problem in problems] == ["error"]
    assert problems[0].message.startswith("`redirects[0].destination` must be")


def find(source: str, destination: str, url: str) -> str | None:
    found = build_redirects([Redirect(source, destination, pattern=True)]).find(url)
    return found.destination if found else None


def test_parameters_stand_for_one_segment_or_the_rest() -> None:
    assert find("/beta/:slug*", "/v2/:slug*", "/beta/a/b") == "/v2/a/b"
    assert find("/beta/:slug*", "/v2/:slug*", "/beta") is None
    assert find("/u/:id/posts", "/users/:id/p", "/u/7/posts") == "/users/7/p"
    assert find("/u/:id/posts", "/users/:id/p", "/u/7/8/posts") is None
    assert find("/reference/zk-*", "/zk/*", "/reference/zk-a/b") == "/zk/a/b"
    assert find("/old/:x", "https://example.com:8080/new/:x", "/old/1") == (
        "https://example.com:8080/new/1"
    )


def test_a_parameter_written_twice_must_match_the_same() -> None:
    assert find("/:a/:a", "/same/:a", "/x/x") == "/same/x"
    assert find("/:a/:a", "/same/:a", "/x/y") is None


def test_characters_of_patterns_are_only_characters() -> None:
    assert find("/a.b(c)/:x", "/z/:x", "/a.b(c)/1") == "/z/1"
    assert find("/a.b/:x", "/z/:x", "/aXb/1") is None


def test_following_does_not_read_parameters_in_what_was_filled_in() -> None:
    assert find("/o/:a/:b", "/n/:a/:b", "/o/:b/x") == "/n/:b/x"


@pytest.mark.scorecard("SR-22")
@pytest.mark.parametrize("value", ["/evil.example", "//evil.example", "\\evil.example", "?a", "#a"])
def test_what_a_visitor_writes_stays_in_the_path(value: str) -> None:
    for destination in ("/:x*", "/b/:x*", "https://example.com/:x*"):
        found = find("/go/:x*", destination, f"/go/{value}")
        assert found is not None
        assert found.startswith(("/", "https://example.com/"))
        assert not found.startswith(("//", "/\\"))
        assert not set(found) & set("?#\\")


def test_the_first_of_several_parameters_takes_the_most() -> None:
    assert find("/:l*/v1/:r*", "/:l*+:r*", "/a/v1/b/v1/c") == "/a/v1/b+c"
    assert find("/:a-:b", "/:a+:b", "/x-y-z") == "/x-y+z"
    assert find("/:a*-:b", "/:a*+:b", "/x-y/z-1-2") == "/x-y/z-1+2"
    assert find("/old-*", "/new-*", "/old-") == "/new-"


def as_expression(pattern: Pattern) -> re.Pattern[str]:
    """Return the expression that means the same, and may take for ever."""

    def parts() -> Iterator[str]:
        for part in pattern.parts:
            if isinstance(part, str):
                yield re.escape(part)
            else:
                taken = "." if part.takes_slashes else "[^/]"
                yield f"(?P<p_{part.name}>{taken}{'*' if part.may_be_empty else '+'})"

    return re.compile("".join(parts()))


def test_patterns_match_as_an_expression_would() -> None:
    choose = random.Random(4)
    pieces = ["/", "a", "b", "/a", "ab", ":x", ":y*", ":z", ":w*", "*"]
    matches = 0
    for _ in range(20_000):
        some = choose.sample(pieces, choose.randint(1, 6))
        pattern = parse_pattern("/" + "/".join(some) if choose.random() < 0.5 else "".join(some))
        url = "/" + "".join(choose.choices("ab/", k=choose.randint(0, 9)))
        expected = as_expression(pattern).fullmatch(url)
        found = pattern.match(url)
        taken = expected and {k.removeprefix("p_"): v for k, v in expected.groupdict().items()}
        assert found == taken, (pattern, url)
        matches += found is not None
    assert matches > 1000


def test_a_hostile_address_costs_no_more_than_its_length() -> None:
    """With anything but few looks at each character, none of these would ever end."""
    url = "/docs/" + "v1/" * 2600
    stars = "".join(f":p{number}*/v1/" for number in range(20))
    assert find(f"/docs/{stars}nowhere", "/a", url) is None
    assert find(f"/docs/{stars}*", "/a", url) == "/a"
    parts = "".join(f":p{number}-" for number in range(20))
    assert find(f"/{parts}/x", "/a", "/" + "-a" * 4000) is None


MANY = 2000
CROWDED: dict[str, tuple[Callable[[int], str], str]] = {
    "two texts of any length": (
        lambda n: f"/docs/:x*/p{n}/:y*",
        "/docs/" + "p/" * 4000,
    ),
    "texts that are all there": (
        lambda n: f"/:lang/blog/{n}/:slug",
        "/en/x" + "".join(f"/blog/{n}" for n in range(800)) + "/a/b",
    ),
    "parts of one segment": (lambda n: f"/docs/:x-{n}-:y", "/docs/" + "-a" * 4000),
    "neighbors": (lambda n: f"/docs/:x:y*/{n}", "/docs/" + "a/" * 4000),
    "starts of their own": (lambda n: f"/old-{n}/:x*", "/old-" + "1" * 8000),
    "ends of their own": (lambda n: f"/*/end-{n}", "/" + "end-/" * 1600),
}


def count_steps(work: Callable[[], object]) -> int:
    """Return how many steps of the interpreter some work takes."""
    steps = 0

    def count(frame: FrameType, event: str, _value: object) -> Any:
        nonlocal steps
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        steps += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.parametrize("crowd", CROWDED)
def test_thousands_of_patterns_and_a_long_address_take_a_few_steps_for_each_pattern(
    crowd: str,
) -> None:
    pattern_of, url = CROWDED[crowd]
    index = build_redirects(Redirect(pattern_of(n), "/a", pattern=True) for n in range(MANY))
    assert len(url) > 7000
    assert index.find(url) is None
    assert count_steps(lambda: index.find(url)) < MANY * 400
