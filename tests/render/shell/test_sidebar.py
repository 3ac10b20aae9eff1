from __future__ import annotations

import re

from octavo.render.shell.icons import ChromeIcons
from octavo.render.shell.sidebar import Sidebar, render_sidebar
from octavo.settings.models.site_settings import Settings
from octavo.site.links import LinkResolver
from octavo.site.model import Entry, Group, PageLink, Section, Site

SITE = Site(
    settings=Settings(name="Test", navigation=()),
    pages={},
    sections={},
    section_of={},
    tabs=(),
    anchors=(),
    redirects=(),
    files=frozenset(),
    folders={},
)


def render(*entries: Entry) -> Sidebar:
    links = LinkResolver(SITE)
    section = Section("", None, None, None, entries, (), {}, {})
    return render_sidebar(section, links, ChromeIcons(SITE, links))


def pages(folder: str, count: int) -> tuple[PageLink, ...]:
    return tuple(PageLink(f"/{folder}/{n}", f"{folder} {n}") for n in range(count))


def test_the_current_page_is_marked_and_the_groups_around_it_are_open() -> None:
    inner = Group("Inner", (PageLink("/a/b", "B"),))
    other = Group("Other", (PageLink("/a/c", "C"),))
    sidebar = render(Group("Top", (PageLink("/a", "A"), inner, other)))
    html = sidebar.render_for("/a/b")
    assert '<a href="/a/b/" aria-current="page">B</a>' in html
    assert html.count("aria-current") == 1
    opened = re.findall(r"<details([^>]*)><summary>(\w+)", html)
    assert [(name, "open" in attributes) for attributes, name in opened] == [
        ("Inner", True),
        ("Other", False),
    ]


def test_the_path_that_tells_operations_apart_is_part_of_the_link() -> None:
    link = PageLink("/a", "Search", method="GET", path="…/users/<b>")
    html = render(Group("Top", (link,))).render_for("/b")
    path = '<code class="nav-path">…/users/&lt;b&gt;</code>'
    assert f'<span class="nav-lines"><span>Search</span> {path}</span></a>' in html


def test_a_url_that_begins_like_another_is_not_marked() -> None:
    sidebar = render(Group("", (PageLink("/a/b", "B"), PageLink("/a", "A"))))
    assert 'href="/a/" aria-current="page">A<' in sidebar.render_for("/a")


def test_labels_are_text() -> None:
    group = Group("<i>", (PageLink("/x", "<b>&", tag="<u>"),))
    html = render(group).whole
    assert "<i>" not in html
    assert "&lt;b&gt;&amp;" in html
    assert "&lt;u&gt;" in html


def test_a_group_without_a_name_has_no_heading() -> None:
    assert "<h2" not in render(Group("", pages("a", 2))).whole


def test_a_large_section_gives_each_page_its_branch_and_links_to_groups_nearby() -> None:
    groups = [Group(f"G{n}", pages(f"g{n}", 20)) for n in range(50)]
    sidebar = render(*groups)
    html = sidebar.render_for("/g25/3")
    assert sidebar.is_large
    assert html.count("<li>") == 20
    assert 'href="/g25/3/" aria-current="page"' in html
    assert '<a href="/g15/0/">G15</a>' in html
    assert '<a href="/g35/0/">G35</a>' in html
    assert "G14<" not in html
    assert "G36<" not in html


def test_a_page_of_a_large_section_does_not_grow_with_the_section() -> None:
    def size(count: int) -> int:
        groups = [Group(f"G{n:04}", pages(f"g{n:04}", 20)) for n in range(count)]
        return len(render(*groups).render_for("/g0025/3"))

    assert size(50) == size(500)


def test_a_huge_section_is_loaded_on_demand() -> None:
    groups = [Group(f"G{n}", pages(f"g{n}", 20)) for n in range(51)]
    assert not render(*groups[:50]).is_huge
    assert render(*groups).is_huge


def test_methods_stand_before_labels_as_words() -> None:
    links = (
        PageLink("/a", "List", method="GET"),
        PageLink("/b", "Remove", method="DELETE", deprecated=True),
        PageLink("/c", "Lost", method="WEBHOOK"),
        PageLink("/d", "Text"),
    )
    html = render(Group("", links)).whole
    assert '<span class="nav-method" data-method="get">GET</span> <span>List</span>' in html
    assert '<abbr class="nav-method" data-method="delete" title="DELETE">DEL</abbr>' in html
    assert 'title="WEBHOOK">HOOK</abbr>' in html
    assert html.count("nav-method") == 3
    assert html.count(">deprecated<") == 1


def test_a_page_of_a_long_group_shows_the_entries_around_itself() -> None:
    sidebar = render(Group("Long", pages("long", 400)))
    html = sidebar.render_for("/long/200")
    assert html.count("<li>") == 51
    assert 'href="/long/200/" aria-current="page"' in html
    assert 'href="/long/175/"' in html
    assert 'href="/long/225/"' in html
    assert sidebar.render_for("/long/0").count("<li>") == 26
    assert sidebar.whole.count("<li>") == 400


def operations(count: int, deprecated: bool = False) -> tuple[PageLink, ...]:
    return tuple(
        PageLink(f"/op/{n}", f"Op {n}", method="GET", deprecated=deprecated) for n in range(count)
    )


def test_groups_of_operations_fold_and_say_how_many_there_are() -> None:
    inner = Group("Inner", (PageLink("/in", "In", method="GET"),))
    sidebar = render(
        Group("Guide", pages("a", 2)),
        Group("Beds", (*operations(3), inner)),
        Group("", pages("b", 1)),
    )
    opened = re.findall(r"<details([^>]*)>(<summary.*?</summary>)", sidebar.render_for("/op/1"))
    beds, folded = (
        '<summary class="sidebar-title">Beds <span class="nav-count">4</span></summary>',
        ('<summary>Inner <span class="nav-count">1</span></summary>'),
    )
    assert opened == [
        (' data-group="1" open class="sidebar-group"', beds),
        (' data-group="2"', folded),
    ]
    assert [" open" in state for state, _ in re.findall("<details([^>]*)(>)", sidebar.whole)] == [
        False,
        False,
    ]
    assert sidebar.render_for("/in").count(" open") == 2
    assert '<p class="sidebar-title">Guide</p>' in sidebar.whole


def test_links_to_folded_groups_of_a_large_section_say_how_many_there_are() -> None:
    groups = [Group(f"G{n}", operations(3) if n % 2 else pages(f"g{n}", 20)) for n in range(9)]
    html = render(*groups).render_for("/g4/0")
    assert '<a href="/op/0/">G3 <span class="nav-count">3</span></a>' in html
    assert '<a href="/g2/0/">G2</a>' in html


def test_deprecated_stands_in_the_line_of_the_title() -> None:
    html = render(Group("", operations(1, deprecated=True))).whole
    assert (
        '<span>Op 0 <span class="nav-tag nav-badge badge-yellow">deprecated</span></span></a>'
        in html
    )


def test_long_sections_can_be_filtered() -> None:
    assert not render(Group("A", pages("a", 39))).is_long
    assert render(Group("A", pages("a", 40))).is_long
