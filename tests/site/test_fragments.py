from __future__ import annotations

from octavo.site.fragments import (
    FragmentLink,
    LinkingPage,
    check_fragments,
    explain_lost_links,
    read_ids,
)

HTML = {
    "/a": b'<div id="sidebar"></div><div class="mdx-content"><h2 id="one">'
    b'<span id="a-&amp;-b"></span></h2><a name="old"></a><p id="set-up-now">x</p></div>',
    "/b": b'<div class="mdx-content"><h2 id="two"></h2></div>',
}


def load_ids(url: str) -> dict[str, bool]:
    return read_ids(HTML[url])


def check(href: str, fragment: str, *, is_api: bool = False) -> list[str]:
    links = [FragmentLink(href, fragment, "b.mdx", 3, 4)]
    pages = [LinkingPage("/a", (), is_api), LinkingPage("/b", links, False)]
    problems = explain_lost_links(check_fragments(pages, "/docs", load_ids))
    return [f"{problem.location} {problem.hint}" for problem in problems]


def test_ids_of_any_element_are_places() -> None:
    for fragment in ("one", "a-&-b", "a-%26-b", "old", "set-up-now", "sidebar"):
        assert check("/docs/a/", fragment) == []
    assert check("", "two") == []


def test_what_browsers_know_and_other_sites_are_not_looked_at() -> None:
    for fragment in ("", "top", "Top", ":~:text=word"):
        assert check("/docs/a/", fragment) == []
    assert check("/docs/file.pdf", "page=2") == []
    assert check("/docs/a/", "nothing", is_api=True) == []


def test_a_place_that_is_not_there_is_told_with_the_nearest_id() -> None:
    assert check("", "tow") == ["b.mdx:3:4 Did you mean `#two`?"]
    assert check("/docs/a/", "Set_up-NOW!") == ["b.mdx:3:4 Did you mean `#set-up-now`?"]
    assert check("/docs/a/", "elsewhere") == ["b.mdx:3:4 Point it at a heading of the page."]
    assert check("/docs/a/", "a-b") == ["b.mdx:3:4 Point it at a heading of the page."]
    assert check("", "one") == ["b.mdx:3:4 Point it at a heading of the page."]
