from __future__ import annotations

from typing import Any

from octavo.problems import Problem
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


def test_chains_are_shortened_to_one_step(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/one", "/two"), redirect("/two", "/a#x")))
    assert not problems
    assert [r.destination for r in site.redirects] == ["/a#x", "/a#x"]


def test_a_second_redirect_of_one_source_is_told_and_left_out(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/old", "/a"), redirect("old/", "/b/c")))
    assert told(problems) == [("redirect-duplicate", "warning", "redirects/1/source")]
    assert [r.destination for r in site.redirects] == ["/a"]


def test_a_redirect_that_would_hide_a_page_is_told_and_left_out(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/a", "/b/c")))
    assert told(problems) == [("redirect-hides-page", "warning", "redirects/0/source")]
    assert site.redirects == ()


def test_a_source_with_a_fragment_or_query_is_told_and_left_out(make_site: Any) -> None:
    site, problems = make_site(settings(redirect("/x#y", "/a"), redirect("/x?y", "/a")))
    assert [code for code, _, _ in told(problems)] == ["redirect-never-matches"] * 2
    assert site.redirects == ()


def test_loops_are_errors_and_left_out(make_site: Any) -> None:
    site, problems = make_site(
        settings(
            redirect("/x", "/y"),
            redirect("/y", "/x#part"),
            redirect("/self", "/self"),
            redirect("/grow/:rest*", "/grow/more/:rest*"),
            redirect("/fine", "/a"),
        )
    )
    assert told(problems) == [
        ("redirect-loop", "error", f"redirects/{number}") for number in range(4)
    ]
    assert [r.source for r in site.redirects] == ["/fine"]


def test_a_destination_without_a_page_is_a_warning(make_site: Any) -> None:
    site, problems = make_site(
        settings(
            redirect("/old", "/nowhere"), redirect("/file", "/guide.pdf"), redirect("/b", "/a")
        ),
        files=frozenset({"guide.pdf"}),
    )
    assert told(problems) == [
        ("redirect-hides-page", "warning", "redirects/2/source"),
        ("redirect-to-nothing", "warning", "redirects/0/destination"),
    ]
    assert len(site.redirects) == 2


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
