"""Projects with `docs.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import build_folder
from octavo.cli.entry import main
from octavo.content.front_matter import read_front_matter
from octavo.problems import Severity
from octavo.settings.read import read_settings
from octavo_migrate.docs.read import load_docs
from octavo_migrate.moved_site import MovedSite, Outcome
from octavo_migrate.plan import plan_files
from octavo_migrate.project_files import open_reach
from tests.project_folder import write_files

API = {
    "openapi": "3.1.0",
    "info": {"title": "Kettles", "version": "1"},
    "paths": {
        "/kettles": {
            "get": {"summary": "List kettles", "tags": ["Kettles"], "responses": {}},
            "post": {"summary": "Make a kettle", "tags": ["Kettles"], "responses": {}},
        }
    },
}


def move(root: Path, navigation: Any, files: Any = (), **settings: Any) -> MovedSite:
    """Write a project with one page for each name, and read it."""
    docs = {"$schema": "x", "theme": "mint", "name": "Kettle", "navigation": navigation, **settings}
    pages = {name: f"# {name}\n" for name in files} if not isinstance(files, dict) else files
    write_files(root, {"docs.json": docs, **pages})
    return load_docs(str(root), open_reach(str(root)))


def told(site: MovedSite, outcome: Outcome) -> list[str]:
    return [
        f"{note.place.source}: {note.message}" for note in site.notes if note.outcome is outcome
    ]


def keys(site: MovedSite) -> dict[str, Any]:
    """Return the settings, which have to be valid ones."""
    assert site.settings is not None
    settings, problems = read_settings(json.dumps(site.settings))
    assert settings is not None
    assert [str(problem) for problem in problems] == []
    return dict(site.settings)


def test_tabs_keep_their_pages_wherever_these_are(tmp_path: Path) -> None:
    navigation = {
        "tabs": [
            {"tab": "Guides", "groups": [{"group": "A", "pages": ["index", "x/a"]}]},
            {"tab": "More", "pages": ["x/b", {"group": "B", "icon": "star", "pages": ["c"]}, "d"]},
            {"tab": "Blog", "href": "https://blog.example"},
        ],
        "global": {"anchors": [{"anchor": "Forum", "href": "https://f.example", "icon": "users"}]},
    }
    settings = keys(move(tmp_path, navigation))
    assert settings["tabs"] == [
        {"name": "Guides", "url": "/"},
        {"name": "More", "url": "/x/b"},
        {"name": "Blog", "url": "https://blog.example"},
    ]
    assert settings["anchors"] == [{"name": "Forum", "icon": "users", "url": "https://f.example"}]
    assert settings["navigation"] == [
        {"group": "A", "pages": ["index", "x/a"], "tab": "Guides"},
        {"group": "", "pages": ["x/b"], "tab": "More"},
        {"group": "B", "icon": "star", "pages": ["c"], "tab": "More"},
        {"group": "", "pages": ["d"], "tab": "More"},
    ]


def test_dropdowns_and_products_are_anchors_around_tabs(tmp_path: Path) -> None:
    product = {"product": "Pro", "icon": "bolt", "tabs": [{"tab": "T", "pages": ["p"]}]}
    for key, item in (("products", product), ("dropdowns", {**product, "dropdown": "Pro"})):
        site = move(tmp_path, {key: [item]})
        settings = keys(site)
        assert settings["anchors"] == [{"name": "Pro", "icon": "bolt", "url": "/p"}]
        assert settings["navigation"] == [
            {"group": "", "pages": ["p"], "tab": "T", "anchor": "Pro"}
        ]
        assert any("is an anchor now" in line for line in told(site, Outcome.CHANGED))


def test_menus_and_divisions_inside_tabs_are_groups(tmp_path: Path) -> None:
    menu = [
        {"item": "One", "groups": [{"group": "A", "pages": ["a"]}, {"group": "B", "pages": ["b"]}]},
        {"item": "Two", "pages": ["c"]},
        {"item": "Shop", "href": "https://shop.example"},
    ]
    site = move(tmp_path, {"tabs": [{"tab": "T", "menu": menu}]})
    assert keys(site)["navigation"] == [
        {
            "group": "One",
            "tab": "T",
            "pages": [{"group": "A", "pages": ["a"]}, {"group": "B", "pages": ["b"]}],
        },
        {"group": "Two", "tab": "T", "pages": [{"group": "", "pages": ["c"]}]},
    ]
    assert any("https://shop.example" in line for line in told(site, Outcome.LOST))


def test_languages_and_versions_are_versions(tmp_path: Path) -> None:
    languages = [
        {"language": "en", "versions": [{"version": "2", "default": True, "pages": ["a"]}]},
        {"language": "cn", "pages": ["cn/a"]},
    ]
    settings = keys(move(tmp_path, {"languages": languages}))
    assert settings["versions"] == [
        {"name": "English 2", "label": "2", "default": True, "locale": "en"},
        {"name": "简体中文", "locale": "zh-Hans"},
    ]
    assert settings["navigation"] == [
        {"group": "", "pages": ["a"], "version": "English 2"},
        {"group": "", "pages": ["cn/a"], "version": "简体中文"},
    ]


def test_each_language_has_its_default_version(tmp_path: Path) -> None:
    languages = [
        {
            "language": code,
            "versions": [
                {"version": "Edge", "pages": [f"edge/{code}/a"]},
                {"version": "2", "default": True, "pages": [f"2/{code}/a"]},
                {"version": "1", "default": True, "pages": [f"1/{code}/a"]},
            ],
        }
        for code in ("en", "ko")
    ]
    versions = keys(move(tmp_path, {"languages": languages}))["versions"]
    assert [each["name"] for each in versions if each.get("default")] == ["English 2", "한국어 2"]


def test_what_a_language_has_everywhere_is_for_its_readers(tmp_path: Path) -> None:
    link = {"href": "https://blog.example"}
    languages = [
        {"language": "en", "global": {"anchors": [{"anchor": "Blog", **link}]}, "pages": ["a"]},
        {"language": "fr", "global": {"anchors": [{"anchor": "Le blog", **link}]}, "pages": ["b"]},
        {"language": "ko", "href": "https://ko.example"},
    ]
    site = move(tmp_path, {"languages": languages})
    settings = keys(site)
    assert settings["anchors"] == [
        {"name": "Blog", "url": "https://blog.example", "version": "English"},
        {"name": "Le blog", "url": "https://blog.example", "version": "Français"},
    ]
    assert settings["versions"][2] == {
        "name": "한국어",
        "url": "https://ko.example",
        "locale": "ko",
    }
    assert not [text for text in told(site, Outcome.LOST) if "anguage" in text]


def test_groups_nest_and_hidden_ones_are_left_out(tmp_path: Path) -> None:
    group = {
        "group": "A",
        "root": "a/index",
        "expanded": True,
        "pages": ["/a/b.mdx", {"group": "C", "hidden": True, "pages": ["c"]}, "https://x.example"],
    }
    site = move(tmp_path, {"groups": [group]})
    assert keys(site)["navigation"] == [{"group": "A", "pages": ["a/index", "a/b.mdx"]}]
    lost = told(site, Outcome.LOST)
    assert any("expanded" in line for line in lost)
    assert any("https://x.example" in line for line in lost)


def test_references_are_followed_and_places_are_those_of_their_files(tmp_path: Path) -> None:
    files = {
        "config/nav.json": {"tabs": [{"$ref": "./tabs/one.json"}, {"$ref": "gone.json"}]},
        "config/tabs/one.json": {"tab": "One", "icon": "star", "pages": ["a"]},
    }
    site = move(tmp_path, {"$ref": "./config/nav.json"}, files)
    assert keys(site)["navigation"] == [{"group": "", "pages": ["a"], "tab": "One"}]
    assert "config/tabs/one.json: The icon of a tab, which shows its name only" in told(
        site, Outcome.LOST
    )
    assert any("gone.json" in line for line in told(site, Outcome.LOST))


REDIRECTS = [
    {"source": "/docs/old", "destination": "/docs/a"},
    {"source": "/docs/b/*", "destination": "https://a.example/docs/b"},
    {"source": "/docs", "destination": "/docs/a"},
]


def test_redirects_lose_the_folder_that_the_old_site_was_served_in(tmp_path: Path) -> None:
    site = move(tmp_path, {"pages": ["a"]}, ["a.mdx"], redirects=REDIRECTS)
    assert keys(site)["redirects"] == [
        {"source": "/old", "destination": "/a"},
        {"source": "/b/*", "destination": "https://a.example/docs/b"},
        {"source": "/", "destination": "/a"},
    ]
    assert any("began with `/docs`" in line for line in told(site, Outcome.CHANGED))


@pytest.mark.parametrize("page", ["docs/a", "docs", "c"])
def test_redirects_keep_a_folder_that_pages_are_in_or_that_none_proves(
    tmp_path: Path, page: str
) -> None:
    site = move(tmp_path, {"pages": [page]}, [f"{page}.mdx"], redirects=REDIRECTS)
    assert keys(site)["redirects"] == REDIRECTS


@pytest.mark.parametrize("redirects", [5, [5, {"source": {}}], [None], {"a": []}])
def test_settings_of_any_shape_are_moved(tmp_path: Path, redirects: Any) -> None:
    odd: Any = [None, "x", {"tab": 5}, {"tab": None, "pages": [None, [], {"pages": 3}]}]
    site = move(tmp_path, {"tabs": odd, "global": [], "pages": {}}, redirects=redirects, api=[])
    assert [file.path for file in plan_files(site)][-2:] == ["site.json", ".octavoignore"]


def test_many_references_to_what_is_around_them_end(tmp_path: Path) -> None:
    both = [{"$ref": "docs.json"}, {"$ref": "#/navigation"}, {"$ref": "#/navigation/tabs"}]
    site = move(tmp_path, {"tabs": both * 9, "groups": both * 9})
    assert len(told(site, Outcome.LOST)) > 20


def test_references_in_a_circle_end(tmp_path: Path) -> None:
    site = move(tmp_path, {"$ref": "nav.json"}, {"nav.json": {"groups": {"$ref": "nav.json"}}})
    assert any("nav.json" in line for line in told(site, Outcome.LOST))


@pytest.mark.parametrize("openapi", ["api.json", {"source": "api.json", "directory": "api"}])
def test_groups_that_a_document_fills_have_page_files(tmp_path: Path, openapi: Any) -> None:
    folder = "api" if isinstance(openapi, dict) else "api-reference"
    site = move(
        tmp_path,
        {
            "groups": [
                {"group": "All", "openapi": openapi},
                {"group": "Some", "openapi": openapi, "pages": ["index", "POST /kettles"]},
            ]
        },
        {"api.json": API, "index.mdx": "# Hi\n"},
    )
    pages = [f"{folder}/kettles/list-kettles", f"{folder}/kettles/make-a-kettle"]
    assert keys(site)["navigation"] == [
        {"group": "All", "pages": [{"group": "Kettles", "pages": pages}]},
        {"group": "Some", "pages": ["index", pages[1]]},
    ]
    made = {file.path: file.data for file in site.files if file.is_page and not file.original}
    assert made == {
        f"{pages[0]}.mdx": b"---\nopenapi: api.json GET /kettles\n---\n",
        f"{pages[1]}.mdx": b"---\nopenapi: api.json POST /kettles\n---\n",
    }
    assert keys(site)["openapi"] == ["api.json"]


@pytest.mark.parametrize("kind", ["tab", "anchor"])
def test_a_tab_that_a_document_fills_follows_it(tmp_path: Path, kind: str) -> None:
    divisions = [
        {kind: "Guides", "pages": ["index"]},
        {kind: "API", "openapi": {"source": "api.json", "directory": "api"}},
        {kind: "Both", "openapi": ["api.json", "more.json"]},
        {kind: "Again", "openapi": "more.json"},
    ]
    files = {"api.json": API, "more.json": API, "index.mdx": "# Hi\n"}
    site = move(tmp_path, {f"{kind}s": divisions}, files)
    assert keys(site)[f"{kind}s"][1:] == [
        {"name": "API", "url": "/api", "openapi": "api.json"},
        {"name": "Both", "url": "/api-reference", "openapi": ["api.json", "more.json"]},
        {"name": "Again", "url": "/api-reference/kettles/list-kettles"},
    ]
    changed = [line for line in told(site, Outcome.CHANGED) if "page file each" in line]
    assert len(changed) == 1
    assert "cannot fill the same folder" in changed[0]


def test_made_pages_of_a_tab_have_the_addresses_of_page_files(tmp_path: Path) -> None:
    tabs = [{"tab": "A", "pages": ["index"]}, {"tab": "API", "openapi": "api.json"}]
    settings = {"name": "K", "navigation": {"tabs": tabs}, "colors": {"primary": "#123456"}}
    files = {"docs.json": settings, "api.json": API, "index.mdx": "---\ntitle: Hi\n---\n"}
    old, new = write_files(tmp_path / "old", files), tmp_path / "new"
    assert main(["migrate", str(old), "-o", str(new)]) == 0
    build_folder(str(new), str(tmp_path / "site"))
    assert (tmp_path / "site/api-reference/kettles/list-kettles/index.html").exists()


def test_versions_and_menus_that_a_document_fills_have_page_files(tmp_path: Path) -> None:
    tabs = [{"tab": "API", "openapi": "api.json"}]
    site = move(tmp_path, {"versions": [{"version": "1", "tabs": tabs}]}, {"api.json": API})
    assert "openapi" not in keys(site)["tabs"][0]
    reason = "only a tab or an anchor of the whole site"
    assert any(reason in line for line in told(site, Outcome.CHANGED))


def test_a_document_says_where_the_page_of_an_operation_is(tmp_path: Path) -> None:
    get = {"summary": "List", "responses": {}, "x-mint": {"href": "/kettles/list"}}
    api = {**API, "paths": {"/kettles": {"get": get}}}
    site = move(
        tmp_path,
        {"groups": [{"group": "A", "openapi": "api.json", "pages": ["GET /kettles"]}]},
        {"api.json": api},
    )
    assert keys(site)["navigation"] == [{"group": "A", "pages": ["kettles/list"]}]
    assert "kettles/list.mdx" in [file.path for file in site.files]


def test_a_document_that_is_not_there_is_told(tmp_path: Path) -> None:
    site = move(tmp_path, {"groups": [{"group": "A", "openapi": "gone.json", "pages": ["GET /x"]}]})
    assert any("gone.json" in line for line in told(site, Outcome.LOST))
    assert keys(site)["navigation"] == [{"group": "A", "pages": ["api-reference/get-x"]}]


def test_an_address_at_the_start_of_a_sentence_stays_as_it_is(tmp_path: Path) -> None:
    address = "http://127.0.0.1:9/api.json"
    settings = {
        "name": "K",
        "colors": {"primary": "#123456"},
        "api": {"openapi": address},
        "navigation": {"pages": ["index"]},
    }
    old = write_files(tmp_path / "old", {"docs.json": settings, "index.mdx": "# Hi\n"})
    assert main(["migrate", str(old), "-o", str(tmp_path / "new")]) == 0
    report = (tmp_path / "new/MIGRATION.md").read_text("utf-8")
    assert f"- {address}" in report
    assert "Http://" not in report


def test_other_settings_have_their_new_names(tmp_path: Path) -> None:
    site = move(
        tmp_path,
        {"pages": ["a"]},
        description="All about kettles",
        colors={"primary": "#16A34A", "light": "#07C983", "dark": "#15803D"},
        appearance={"default": "dark", "strict": True},
        background={"color": {"light": "#fff"}, "decoration": "grid", "image": "/b.png"},
        fonts={"family": "Inter", "heading": {"family": "Mona Sans", "weight": 600}},
        styling={"eyebrows": "breadcrumbs", "codeblocks": "dark"},
        favicon={"light": "/l.svg", "dark": "/d.svg"},
        feedback={"enabled": True, "suggestEdit": True},
        navbar={
            "links": [
                {"label": "Help", "href": "/help"},
                {"type": "github", "href": "https://x.io"},
                {"icon": "discord", "href": "https://discord.gg/1"},
            ],
            "primary": {"type": "button", "label": "Go", "href": "https://go.example"},
        },
        footer={
            "socials": {"x": "https://x.com/k", "myspace": "https://m.example"},
            "links": [{"header": "More", "items": [{"label": "Blog", "href": "/blog"}]}],
        },
        seo={
            "metatags": {"og:site_name": "K", "canonical": "https://k.example"},
            "indexing": "all",
        },
        api={
            "playground": {"display": "simple", "proxy": False},
            "examples": {"languages": ["bash"], "defaults": "all", "prefill": True},
            "params": {"expanded": "all"},
            "mdx": {"server": "https://api.example", "auth": {"method": "bearer"}},
        },
        integrations={
            "ga4": {"measurementId": "G-1"},
            "intercom": {"appId": "abcd1234"},
            "new": {},
        },
        contextual={
            "options": ["copy", "sundial", {"title": "T", "href": {"base": "https://t.io"}}]
        },
    )
    settings = keys(site)
    assert settings["metadata"] == {"description": "All about kettles", "og:site_name": "K"}
    assert settings["colors"] == {
        "primary": "#16A34A",
        "light": "#07C983",
        "dark": "#15803D",
        "background": {"light": "#fff"},
    }
    assert settings["modeToggle"] == {"default": "dark", "isHidden": True}
    assert (settings["background"], settings["backgroundImage"]) == ({"style": "grid"}, "/b.png")
    assert settings["font"] == {
        "headings": {"family": "Mona Sans", "weight": 600},
        "body": {"family": "Inter"},
    }
    assert settings["eyebrow"] == {"display": "breadcrumbs"}
    assert settings["codeBlock"] == {"mode": "dark"}
    assert settings["favicon"] == "/l.svg"
    assert settings["feedback"] == {"suggestEdit": True}
    assert settings["topbarLinks"] == [
        {"name": "Help", "url": "/help"},
        {"name": "GitHub", "url": "https://x.io"},
        {"name": "Discord", "url": "https://discord.gg/1"},
    ]
    assert settings["topbarCtaButton"] == {"name": "Go", "url": "https://go.example"}
    assert settings["footer"] == {
        "socials": {"x": "https://x.com/k"},
        "links": [{"title": "More", "links": [{"label": "Blog", "url": "/blog"}]}],
    }
    assert settings["seo"] == {"siteUrl": "https://k.example", "indexHiddenPages": True}
    assert settings["api"] == {
        "playground": {"mode": "simple", "disableProxy": True, "prefill": True},
        "request": {"example": {"languages": ["bash"], "showOptionalParams": True}},
        "paramFields": {"expanded": "all"},
        "baseUrl": "https://api.example",
        "auth": {"method": "bearer"},
    }
    assert settings["analytics"] == {"ga4": {"measurementId": "G-1"}}
    assert settings["integrations"] == {"intercom": "abcd1234"}
    assert settings["contextual"] == {"options": ["copy", {"title": "T", "href": "https://t.io"}]}
    lost = " ".join(told(site, Outcome.LOST))
    assert all(word in lost for word in ("`myspace`", "`new`", "`sundial`"))


@pytest.mark.parametrize(
    ("line", "value", "title"),
    [
        ("title: {{name}}", "2.1", "2.1"),
        ("title: About {{name}}", "Kettle: the pot", "About Kettle: the pot"),
        ('title: "About {{name}}"', 'the "pot"', 'About the "pot"'),
        ("title: '{{ name }} of {{name}}'", "it's", "it's of it's"),
        ("title: {{name}} # now", "Kettle", "Kettle"),
    ],
)
def test_variables_in_front_matter_stay_what_they_are(
    tmp_path: Path, line: str, value: str, title: str
) -> None:
    page = f"---\n{line}\n---\n`{{{{name}}}}` {{{{name}}}} {{{{other}}}}\n"
    site = move(tmp_path, {"pages": ["a"]}, {"a.mdx": page}, variables={"name": value})
    text = next((file.data or b"").decode() for file in site.files if file.path == "a.mdx")
    assert read_front_matter(text, "a.mdx").values == {"title": title}
    assert text.endswith(f"`{value}` {value} {{{{other}}}}\n")


def test_variables_stand_in_pages_and_nothing_else_changes(tmp_path: Path) -> None:
    page = b"---\r\ntitle: V\r\n---\r\n\r\nUse `{{version}}` of {{ name }}, not {{other}}.\r\n"
    site = move(
        tmp_path,
        {"pages": ["a"]},
        {"a.mdx": page, "b.mdx": "No {{braces}} of ours.\n"},
        variables={"version": "2.1", "name": "Kettle"},
    )
    files = {file.path: file.data for file in site.files}
    assert files["a.mdx"] == page.replace(b"{{version}}", b"2.1").replace(b"{{ name }}", b"Kettle")
    assert files["b.mdx"] is None


def test_settings_that_cannot_be_read_are_told_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ('{"name": "x",}', "[]"):
        write_files(tmp_path / "old", {"docs.json": text})
        assert main(["migrate", str(tmp_path / "old"), "-o", str(tmp_path / "new")]) == 1
        assert "docs.json:1:" in capsys.readouterr().err
        assert not (tmp_path / "new").exists()


def test_what_pages_lose_is_in_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"a.mdx": "# A\n\n<Orbit>Text.</Orbit>\n", "b.mdx": "# B\n\n<Orbit>More.</Orbit>\n"}
    move(tmp_path / "old", {"pages": ["a", "b"]}, files)
    new = tmp_path / "new"
    assert main(["migrate", str(tmp_path / "old"), "-o", str(new)]) == 0
    report = (new / "MIGRATION.md").read_text()
    assert "no component `Orbit`" in report
    assert "  - `a.mdx` at 3:1\n  - `b.mdx` at 3:1" in report
    assert "no component `Orbit`" in capsys.readouterr().err
    assert main(["migrate", str(tmp_path / "old"), "--dry-run"]) == 0
    assert capsys.readouterr().out == report


def test_a_moved_site_is_built_without_a_problem(tmp_path: Path) -> None:
    move(
        tmp_path / "old",
        {
            "versions": [
                {
                    "version": "2",
                    "dropdowns": [
                        {"dropdown": "Py", "tabs": [{"tab": "T", "pages": ["a"]}]},
                        {"dropdown": "Rs", "tabs": [{"tab": "T", "pages": ["b"]}]},
                    ],
                },
                {"version": "1", "groups": [{"group": "Old", "pages": ["old/a", "a"]}]},
            ]
        },
        ["a.mdx", "b.mdx", "old/a.mdx"],
    )
    new = tmp_path / "new"
    assert main(["migrate", str(tmp_path / "old"), "-o", str(new)]) == 0
    problems = check_folder(str(new)).problems
    assert [each for each in problems if each.severity is not Severity.INFO] == []
    build_folder(str(new), str(tmp_path / "site"))
    page = (tmp_path / "site/b/index.html").read_text()
    assert 'href="/a/"' in page
    assert "Py" in page


def test_pictures_that_are_no_component_are_pictures(tmp_path: Path) -> None:
    page = (
        "---\ntitle: {{name}}\n---\r\n<Step>\n  <Image src='/a.svg' alt='A' />\n</Step>\n\n"
        "<Image src='/b.svg' alt='B'></Image> `<Image src='/c.svg' />`\n\n<Image of='d' />\n"
    )
    own = "import { Image } from '/snippets/image.jsx'\n\n<Image src='/a.svg' />\n"
    files = {"a.mdx": page, "b.mdx": own}
    site = move(tmp_path, {"pages": ["a", "b"]}, files, variables={"name": "Kettle"})
    data = {file.path: file.data for file in site.files}
    assert data["b.mdx"] is None
    assert data["a.mdx"] == (
        b"---\ntitle: Kettle\n---\r\n<Step>\n  <img src='/a.svg' alt='A' />\n</Step>\n\n"
        b"<img src='/b.svg' alt='B'></img> `<Image src='/c.svg' />`\n\n<Image of='d' />\n"
    )
    assert any("<Image>" in each for each in told(site, Outcome.CHANGED))
