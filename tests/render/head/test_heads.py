"""What the heads of pages tell browsers, search engines and other sites."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from tests.page_heads import Head, load_heads
from tests.project_folder import write_files

ADDRESS = "https://docs.example/base"
LONG = "Beds are watered every morning, before the sun is high, and once more in the evening."

Heads = Callable[..., dict[str, Head]]


@pytest.fixture
def build_heads(tmp_path: Path) -> Heads:
    def build(pages: dict[str, Any], site_url: str = ADDRESS, **settings: Any) -> dict[str, Head]:
        names = [name.removesuffix(".mdx") for name in pages if name.endswith(".mdx")]
        defaults = {
            "name": "Garden",
            "navigation": [{"group": "Guides", "pages": names}],
            "seo": {"pictures": False},
        }
        root = write_files(tmp_path / "project", {"site.json": defaults | settings, **pages})
        output = tmp_path / "out"
        report = build_folder(str(root), str(output), BuildOptions(site_url=site_url))
        assert report.output, report.problems
        return load_heads(output)

    return build


def write_page(text: str = "Text.\n", **front_matter: Any) -> str:
    lines = "".join(f"{key}: {value}\n" for key, value in front_matter.items())
    return f"---\n{lines}---\n\n{text}"


def test_a_page_may_have_another_title_for_search_engines(build_heads: Heads) -> None:
    head = build_heads({"water.mdx": write_page(title="Watering", **{"og:title": "How to water"})})
    assert head["/water"].title == "How to water - Garden"


def test_a_page_tells_what_follows_from_it(build_heads: Heads) -> None:
    pages = {"water.mdx": write_page(title="Watering", description="How *much*", keywords="[a, b]")}
    head = build_heads(pages)["/water"]
    url = f"{ADDRESS}/water/"
    assert head.title == "Watering - Garden"
    assert head.canonical == url
    wanted = {
        "description": "How much",
        "keywords": "a, b",
        "og:site_name": "Garden",
        "og:title": "Watering",
        "og:description": "How much",
        "og:type": "website",
        "og:url": url,
        "og:locale": "en_US",
        "twitter:card": "summary",
        "twitter:title": "Watering",
        "twitter:description": "How much",
    }
    assert {name: head.tags.get(name) for name in wanted} == wanted
    assert "robots" not in head.tags


def test_without_an_address_nothing_names_one(build_heads: Heads) -> None:
    head = build_heads({"index.mdx": write_page(title="Home")}, site_url="")["/"]
    assert (head.canonical, head.data, head.tags.get("og:url")) == (None, [], None)
    assert head.tags["og:title"] == head.tags["twitter:title"] == "Home"


def test_the_tags_of_a_page_count_before_those_of_the_site(build_heads: Heads) -> None:
    own = '{"og:image": /images/own.png, "twitter:title": Own, "og:description": Said}'
    pages = {
        "own.mdx": write_page(title="T", description="D", metadata=own),
        "other.mdx": write_page(title="O", description="E"),
        "images/own.png": b"\x89PNG",
    }
    metadata = {"og:image": "https://cdn.example/site.png", "og:title": "Site", "og:type": "book"}
    heads = build_heads(pages, metadata=metadata)
    own_tags, other_tags = heads["/own"].tags, heads["/other"].tags
    assert own_tags["og:image"] == own_tags["twitter:image"] == f"{ADDRESS}/images/own.png"
    assert (own_tags["og:title"], own_tags["twitter:title"]) == ("Site", "Own")
    assert own_tags["twitter:description"] == own_tags["og:description"] == "Said"
    assert own_tags["description"] == "D"
    assert other_tags["og:image"] == other_tags["twitter:image"] == "https://cdn.example/site.png"
    assert other_tags["twitter:title"] == "Site"
    assert {other_tags["og:type"], other_tags["twitter:card"]} == {"book", "summary_large_image"}


def test_what_the_site_says_of_all_pages_is_for_those_that_say_nothing(build_heads: Heads) -> None:
    pages = {"own.mdx": write_page(description="Own"), "other.mdx": write_page(LONG)}
    names = ("description", "og:description", "twitter:description")
    heads = build_heads(pages, metadata={"description": "All"})
    assert [heads["/own"].tags[name] for name in names] == ["Own"] * 3
    assert [heads["/other"].tags[name] for name in names] == ["All"] * 3
    assert heads["/other"].find_data("TechArticle")["description"] == "All"
    heads = build_heads(pages, metadata={"og:description": "All"})
    assert [heads["/own"].tags[name] for name in names] == ["Own"] * 3
    assert [heads["/other"].tags[name] for name in names] == [LONG, "All", "All"]


def test_pages_that_are_not_for_search_engines_say_so(build_heads: Heads) -> None:
    pages = {
        "listed.mdx": write_page(),
        "no.mdx": write_page(noindex="true"),
        "hidden.mdx": write_page(),
    }
    navigation = [{"group": "A", "pages": ["listed", "no"]}]
    heads = build_heads(pages, navigation=navigation)
    robots = {url: head.tags.get("robots") for url, head in heads.items()}
    assert robots == {"/listed": None, "/no": "noindex", "/hidden": "noindex"}
    heads = build_heads(pages, navigation=navigation, seo={"indexHiddenPages": True})
    robots = {url: head.tags.get("robots") for url, head in heads.items()}
    assert robots == {"/listed": None, "/no": "noindex", "/hidden": None}


@pytest.mark.parametrize(
    ("text", "description"),
    [
        (LONG, LONG),
        (f"# Heading\n\n<Note>{LONG}</Note>\n", LONG),
        (f"![A picture of a bed](x.png)\n\n{LONG}\n\nMore.\n", LONG),
        ("Short.\n\nAlso short.\n", "Short."),
        ("word " * 60, ("word " * 40).strip() + "…"),
        ("字" * 300, "字" * 199 + "…"),
        (f'A <b>mark</b> & "quote" in {LONG}', f'A mark & "quote" in {LONG}'),
        ("```js\ncode\n```\n", None),
    ],
)  # fmt: skip
def test_the_first_words_describe_a_page_whose_author_does_not(
    build_heads: Heads, text: str, description: str | None
) -> None:
    head = build_heads({"a.mdx": write_page(text)})["/a"]
    names = ("description", "og:description", "twitter:description")
    assert [head.tags.get(name) for name in names] == [description] * 3
    assert head.find_data("TechArticle").get("description") == description


def test_pages_with_the_same_title_are_told_apart(build_heads: Heads) -> None:
    pages = {f"{name}.mdx": write_page(title="Overview") for name in "a b c/x v2/a v2/b".split()}
    navigation = [
        {"group": "Guides", "pages": ["a", "b"]},
        {"group": "Reference", "pages": ["c/x"]},
        {"group": "Guides", "version": "v2", "pages": ["v2/a"]},
    ]
    heads = build_heads(pages, navigation=navigation, versions=["v1", "v2"])
    titles = {url: head.title for url, head in heads.items()}
    assert len(set(titles.values())) == len(titles)
    assert titles["/c/x"] == "Overview - Reference - Garden"
    assert titles["/v2/a"] == "Overview - Guides - v2 - Garden"
    assert titles["/a"] == "Overview - Guides - /a - Garden"


def test_operations_are_described_by_what_tells_them_from_others(build_heads: Heads) -> None:
    operation = {"summary": "List", "responses": {}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "API", "version": "1"},
        "paths": {
            "/beds": {"get": operation},
            "/beds/{id}": {"get": {**operation, "description": "Returns **one**. Really."}},
            "/own": {"get": operation},
        },
    }
    pages = {
        "openapi.json": document,
        "own.mdx": write_page(openapi="GET /own", description="Said by hand"),
    }
    heads = build_heads(
        pages,
        tabs=[{"name": "API", "url": "api", "openapi": "openapi.json"}],
        navigation=[{"group": "A", "pages": ["own"]}],
    )
    described = sorted(head.tags["description"] for head in heads.values())
    assert described == [
        "API",
        "GET /beds/{id}: Returns one. Really.",
        "GET /beds: List",
        "GET /own: List",
        "Said by hand",
    ]
    assert len({head.title for head in heads.values()}) == len(heads)
    api = next(head for head in heads.values() if "{id}" in head.tags["description"])
    assert api.find_data("APIReference")["description"] == "GET /beds/{id}: Returns one. Really."
    way = api.find_data("BreadcrumbList")["itemListElement"]
    assert [item["name"] for item in way][:2] == ["Garden", "API"]
    assert all(item["item"].startswith(f"{ADDRESS}/") for item in way)


def test_data_about_a_page_is_that_of_its_front_matter(build_heads: Heads) -> None:
    page = write_page(
        title="'</script><b>'",
        authors="[Ada, {name: Grace}]",
        keywords="[x, y]",
        createdDate="2023-01-02",
        lastUpdatedDate="March 4, 2024",
    )
    head = build_heads({"start.mdx": write_page(), "sub/a.mdx": page})["/sub/a"]
    article = head.find_data("TechArticle")
    assert article["headline"] == "</script><b>"
    assert [author["name"] for author in article["author"]] == ["Ada", "Grace"]
    assert (article["datePublished"], article["dateModified"]) == ("2023-01-02", "2024-03-04")
    assert article["keywords"] == ["x", "y"]
    assert article["url"] == f"{ADDRESS}/sub/a/"
    assert article["isPartOf"] == {
        "@type": "WebSite",
        "name": "Garden",
        "url": f"{ADDRESS}/",
    }
    way = head.find_data("BreadcrumbList")["itemListElement"]
    assert [(item["position"], item["name"]) for item in way] == [
        (1, "Garden"),
        (2, "Guides"),
        (3, "</script><b>"),
    ]


def test_an_author_may_name_another_address(build_heads: Heads) -> None:
    pages = {
        "a.mdx": write_page(canonical="https://other.example/a"),
        "b.mdx": write_page(canonical="/a"),
        "c.mdx": write_page(canonical="javascript:alert(1)"),
    }
    heads = build_heads(pages)
    found = {url: head.canonical for url, head in heads.items()}
    assert found == {"/a": "https://other.example/a", "/b": f"{ADDRESS}/a/", "/c": None}
    assert all("canonical" not in head.tags for head in heads.values())


def test_a_page_of_an_old_version_names_the_same_page_of_the_new_one(build_heads: Heads) -> None:
    pages = {f"{name}.mdx": write_page() for name in "v2/a v2/b/c v1/a v1/b/c v1/gone".split()}
    navigation = [
        {"group": "New", "version": "2.0", "pages": ["v2/a", "v2/b/c"]},
        {"group": "Old", "version": "1.0", "pages": ["v1/a", "v1/b/c", "v1/gone"]},
    ]
    heads = build_heads(pages, navigation=navigation, versions=["2.0", "1.0"])
    found = {url: (head.canonical or "").removeprefix(ADDRESS) for url, head in heads.items()}
    assert found == {
        "/v2/a": "/v2/a/",
        "/v2/b/c": "/v2/b/c/",
        "/v1/a": "/v2/a/",
        "/v1/b/c": "/v2/b/c/",
        "/v1/gone": "/v1/gone/",
    }
    assert not any(head.translations for head in heads.values())


def test_the_folders_of_versions_are_those_for_which_most_pages_match(build_heads: Heads) -> None:
    old, new = ("v1/guides/a", "v1/guides/b"), ("a", "b", "guides/a")
    navigation = [
        {"group": "New", "version": "2.0", "pages": list(new)},
        {"group": "Old", "version": "1.0", "pages": list(old)},
    ]
    pages = {f"{name}.mdx": write_page() for name in (*new, *old)}
    heads = build_heads(pages, navigation=navigation, versions=["2.0", "1.0"])
    assert heads["/v1/guides/a"].canonical == f"{ADDRESS}/a/"
    assert heads["/v1/guides/b"].canonical == f"{ADDRESS}/b/"


def test_translations_name_each_other(build_heads: Heads) -> None:
    names = "index a only de/index de/a zh/a shared".split()
    navigation = [
        {"group": "E", "version": "English", "pages": ["index", "a", "only"]},
        {"group": "D", "version": "Deutsch", "pages": ["de/index", "de/a"]},
        {"group": "C", "version": "简体中文", "pages": ["zh/a"]},
        {"group": "S", "pages": ["shared"]},
    ]
    heads = build_heads(
        {f"{name}.mdx": write_page() for name in names},
        navigation=navigation,
        versions=["English", "Deutsch", "简体中文"],
    )
    of_a = {
        "en": f"{ADDRESS}/a/",
        "de": f"{ADDRESS}/de/a/",
        "zh-Hans": f"{ADDRESS}/zh/a/",
        "x-default": f"{ADDRESS}/a/",
    }
    assert heads["/a"].translations == heads["/de/a"].translations == of_a
    assert heads["/zh/a"].translations == of_a
    assert heads["/de"].translations == {
        "en": f"{ADDRESS}/",
        "de": f"{ADDRESS}/de/",
        "x-default": f"{ADDRESS}/",
    }
    assert heads["/only"].translations == heads["/shared"].translations == {}
    assert {url: head.language for url, head in heads.items()} == {
        "/": "en",
        "/a": "en",
        "/only": "en",
        "/shared": "en",
        "/de": "de",
        "/de/a": "de",
        "/zh/a": "zh-Hans",
    }
    assert heads["/de/a"].canonical == f"{ADDRESS}/de/a/"
    assert heads["/de/a"].tags["og:locale"] == "de_DE"
