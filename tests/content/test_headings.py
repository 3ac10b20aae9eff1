import pytest

from octavo.content.headings import build_other_slugs, build_slug, read_headings, strip_custom_id
from octavo.content.nodes import Attribute, Element, Expression, Node, Tag


def heading(*children: Node, tag: str = "h2") -> Element:
    return Element(tag, list(children))


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Getting started", "getting-started"),
        ("Sub code here", "sub-code-here"),
        ("What's new? (v1.2) & more / Read/write", "whats-new-v1-2-and-more-read-write"),
        ("Config.json options", "config-json-options"),
        ("OAuth camelCase", "oauth-camelcase"),
        ("Émoji 🚀 ünï", "emoji-ueni"),
        ("你好 世界", "你好-世界"),
        ("Капельный полив", "капельный-полив"),
        ("点滴灌漑（てんてき）", "点滴灌漑-てんてき"),
        ("ガーデン", "ガーデン"),
        ("snake_case_name", "snake-case-name"),
        ("Straße nach Łódź", "strasse-nach-lodz"),
        ("???", ""),
    ],
)
def test_ids_follow_the_titles(title: str, expected: str) -> None:
    assert build_slug(title) == expected


def test_equal_titles_get_numbered_ids() -> None:
    found = read_headings(
        [heading("Setup"), heading("Setup"), heading("Setup 2"), heading("Setup")]
    )
    assert [h.id for h in found] == ["setup", "setup-2", "setup-2-2", "setup-3"]


def test_a_heading_does_not_take_an_id_of_the_page_around_it() -> None:
    assert [h.id for h in read_headings([heading("Footer"), heading("Footer")])] == [
        "footer-2",
        "footer-3",
    ]


def test_a_heading_without_letters_gets_a_usable_id() -> None:
    assert [h.id for h in read_headings([heading("!"), heading("?")])] == ["section", "section-2"]


def test_a_custom_id_in_braces_is_used_and_not_shown() -> None:
    node = heading("Install ", Element("code", ["octavo"]), " ", Expression("#my-id"))
    (found,) = read_headings([node])
    assert (found.id, found.title) == ("my-id", "Install octavo")
    assert strip_custom_id(node) == ["Install ", Element("code", ["octavo"]), ""]


def test_an_html_heading_counts_and_its_id_is_kept() -> None:
    tag = Tag("h3", [Attribute("id", "here")], ["Title"])
    (found,) = read_headings([tag])
    assert (found.level, found.id, found.top) == (3, "here", True)


def test_headings_inside_components_and_lists_are_not_at_the_top() -> None:
    nodes: list[Node] = [
        heading("A"),
        Tag("Tabs", [], [heading("B", tag="h3")]),
        Element("ul", [Element("li", [heading("C")])]),
    ]
    assert [(h.title, h.top) for h in read_headings(nodes)] == [
        ("A", True),
        ("B", False),
        ("C", False),
    ]


def test_formatting_is_dropped_from_titles() -> None:
    image = Element("img", [], {"src": "a.png", "alt": "logo"})
    node = heading(Element("strong", ["Bold"]), " ", image, " ", Tag("Icon", [], []))
    assert read_headings([node])[0].title == "Bold logo"


@pytest.mark.parametrize(
    ("title", "forms"),
    [
        ("set_roles", {"set_roles"}),
        ("isNotNull()", {"isnotnull()"}),
        ("Modes: full", {"modes:-full"}),
        ("Read/write", {"readwrite", "read/write"}),
        ("a & b", {"a--b", "a-&-b"}),
        ("What's new?", {"whats-new", "what's-new?", "whats-new?"}),
        ("Instance vs. semantic", {"instance-vs-semantic", "instance-vs.-semantic"}),
        ("Caret, Mark & Tilde", {"caret-mark-tilde"}),
        ("0.46.0 - 2024-06-16", {"0460-2024-06-16"}),
        ("Émoji ünï", {"émoji-ünï"}),
    ],
)
def test_a_title_has_the_ids_of_other_builders_too(title: str, forms: set[str]) -> None:
    assert forms <= {build_slug(title), *build_other_slugs(title)}


def test_a_plain_title_has_one_id() -> None:
    assert build_other_slugs("Getting started with step 2") == ()
    assert read_headings([heading("A-B c")])[0].other_ids == ()


def test_other_ids_never_take_the_id_of_a_heading() -> None:
    first, second, third = read_headings([heading("a.b"), heading("ab"), heading("a.b")])
    assert (first.id, second.id, third.id) == ("a-b", "ab", "a-b-2")
    assert first.other_ids == ("a.b",)
    assert third.other_ids == ()
