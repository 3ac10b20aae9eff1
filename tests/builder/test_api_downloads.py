"""Readers can take API documents with them: as given, as one file, and one operation of them."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.preview.follow.state import PreviewLoader
from octavo.problems import Code, Severity
from tests.builder.test_incremental import tree
from tests.builder.test_share_pictures import _evaluate_nothing
from tests.document_host import running_host
from tests.previews import running_preview
from tests.project_folder import write_files

DOCUMENT = """openapi: 3.1.0
info: {title: Garden, version: "1"}
paths:
  /plants:
    get:
      summary: List plants
      tags: [Plants]
      responses:
        "200":
          description: All of them
          content: {application/json: {schema: {$ref: "schemas/plant.yaml"}}}
    post:
      summary: Add a plant
      tags: [Plants]
      responses: {"201": {description: Added}}
  /secret:
    get:
      summary: Tell a secret
      responses: {"200": {description: Secret}}
"""
PLANT = "type: object\nproperties:\n  name: {type: string}\n  parent: {$ref: '#'}\n"
BUNDLE = "_octavo/openapi/garden/bundled.json"


def settings(**api: Any) -> dict[str, Any]:
    return {
        "name": "Garden",
        "favicon": "/f.svg",
        "colors": {"primary": "#0d47a1"},
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "/garden.yaml"}],
        "api": {"baseUrl": "https://api.example.com", **api},
    }


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "project",
        {
            "site.json": settings(),
            "garden.yaml": DOCUMENT,
            "schemas/plant.yaml": PLANT,
            "index.mdx": "---\ntitle: Start\n---\n",
            "f.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        },
    )


def build(root: Path, name: str = "out", **options: Any) -> dict[str, bytes]:
    output = root.parent / name
    report = build_folder(str(root), str(output), BuildOptions(**options))
    assert report.output, report.problems
    assert not [each for each in report.problems if each.severity is Severity.ERROR]
    return tree(output)


def links(files: dict[str, bytes], page: str = "api/plants/list-plants") -> dict[str, str]:
    """Return the files that a page offers, by what it calls them."""
    html = files[f"{page}/index.html"].decode()
    line = re.search(r'<p class="api-downloads">.*?</p>', html)
    found = re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', line[0]) if line else []
    return {label: unescape(href) for href, label in found}


def test_a_document_is_offered_as_given_and_as_one_file(project: Path) -> None:
    files = build(project)
    assert links(files) == {"One file (JSON)": f"/{BUNDLE}", "As written (YAML)": "/garden.yaml"}
    assert b"[garden.yaml](/garden.yaml)" in files["llms.txt"]
    assert files["garden.yaml"] == DOCUMENT.encode()
    assert files["schemas/plant.yaml"] == PLANT.encode()
    bundle = json.loads(files[BUNDLE])
    assert list(bundle["paths"]) == ["/plants", "/secret"]
    assert list(bundle["components"]["schemas"]) == ["plant"]


WHOLE = """{
  "openapi": "3.1.0",
  "info": {"title": "Garden", "version": "1"},
  "paths": {"/plants": {"get": {
    "summary": "List plants", "tags": ["Plants"],
    "responses": {"200": {"$ref" : "#/components/responses/Plants"}}
  }}},
  "components": {"responses": {"Plants": {"description": "All of them: \\u00e4"}}}
}"""
OTHER_FILE = '"schemas/plant.yaml"'


@pytest.mark.parametrize(
    ("name", "text", "is_given"),
    [
        ("garden.json", WHOLE, True),
        ("garden.json", WHOLE.replace('"#/components/responses/Plants"', OTHER_FILE), False),
        ("garden.json", WHOLE.replace('"$ref" :', '"\\u0024ref":'), False),
        ("garden.json", "\ufeff" + WHOLE, False),
        ("garden.json", WHOLE.replace('"openapi": "3.1.0"', '"swagger": "2.0"'), False),
        ("garden.yaml", WHOLE.replace('"openapi"', "openapi"), False),
    ],
)
def test_a_document_that_is_one_json_file_is_offered_as_it_is(
    project: Path, name: str, text: str, is_given: bool
) -> None:
    tab = {"name": "API", "url": "api", "openapi": f"/{name}"}
    write_files(project, {"site.json": {**settings(), "tabs": [tab]}, name: text})
    files = build(project)
    assert (files[BUNDLE] == text.encode()) is is_given
    bundle = json.loads(files[BUNDLE])
    assert bundle["openapi"].startswith("3.")
    assert "/plants" in bundle["paths"]


def test_addresses_have_the_base_path(project: Path) -> None:
    found = links(build(project, base_path="/docs"))
    assert found == {
        "One file (JSON)": f"/docs/{BUNDLE}",
        "As written (YAML)": "/docs/garden.yaml",
    }


def test_the_bundle_gives_the_same_pages_as_its_files(project: Path) -> None:
    named = "components: {schemas: {Plant: {$ref: schemas/plant.yaml}}}\n"
    write_files(project, {"garden.yaml": DOCUMENT + named})
    before = build(project, "before")
    bundle = before[BUNDLE]
    (project / "schemas/plant.yaml").unlink()
    write_files(project, {"garden.yaml": bundle})
    after = build(project, "after")
    assert after[BUNDLE] == bundle
    pages = [name for name in before if name.startswith("api/") and name.endswith(".html")]
    assert len(pages) > 2
    for name in pages:
        # Files for loading on demand are named by the place in their source file.
        one, other = (re.sub(rb"_octavo/api/\w+", b"", files[name]) for files in (before, after))
        assert one == other, name


def test_each_operation_has_a_part_if_the_settings_ask_for_it(project: Path) -> None:
    assert not [name for name in build(project) if "openapi/garden/api" in name]
    write_files(project, {"site.json": settings(downloads="operations")})
    files = build(project)
    address = links(files)["This operation"]
    assert address == "/_octavo/openapi/garden/api/plants/list-plants.json"
    part = json.loads(files[address[1:]])
    assert part["paths"]["/plants"].keys() == {"get"}
    assert list(part["components"]["schemas"]) == ["plant"]
    other = json.loads(files[links(files, "api/plants/add-a-plant")["This operation"][1:]])
    assert "components" not in other


def test_downloads_can_be_switched_off(project: Path) -> None:
    write_files(project, {"site.json": settings(downloads="none")})
    files = build(project)
    assert links(files) == {}
    assert not [name for name in files if name.startswith("_octavo/openapi")]


@pytest.mark.parametrize("mark", ["x-hidden", "x-excluded"])
@pytest.mark.parametrize("downloads", ["documents", "operations"])
def test_what_is_hidden_is_in_no_file_and_the_document_as_given_is_not_offered(
    project: Path, mark: str, downloads: str
) -> None:
    hidden = DOCUMENT.replace("  /secret:\n", f"  /secret:\n    {mark}: true\n")
    write_files(project, {"garden.yaml": hidden, "site.json": settings(downloads=downloads)})
    files = build(project)
    assert "As written (YAML)" not in links(files)
    offered = {name: data for name, data in files.items() if name.startswith("_octavo/openapi")}
    assert BUNDLE in offered
    assert not [name for name, data in offered.items() if b"ecret" in data or "secret" in name]
    assert f"(/{BUNDLE})".encode() in files["llms.txt"]
    assert b"garden.yaml" not in files["llms.txt"]


def test_an_operation_whose_page_the_author_hides_is_hidden(project: Path) -> None:
    page = "---\nopenapi: GET /secret\nhidden: true\n---\n"
    write_files(project, {"api/tell-a-secret.mdx": page})
    files = build(project)
    assert b"ecret" not in files[BUNDLE]
    assert "As written (YAML)" not in links(files)


HIDDEN = DOCUMENT.replace("  /secret:\n", "  /secret:\n    x-hidden: true\n")


def list_withheld(root: Path) -> list[str]:
    """Return the files that a build and a check say that they do not publish."""
    built = build_folder(str(root), str(root.parent / "told")).problems
    one, other = (
        [each.location.source for each in problems if each.code is Code.API_DOCUMENT_WITHHELD]
        for problems in (built, check_folder(str(root)).problems)
    )
    assert one == other
    return one


def test_a_document_with_hidden_operations_is_not_published_as_it_is(project: Path) -> None:
    write_files(project, {"garden.yaml": HIDDEN})
    files = build(project)
    assert "garden.yaml" not in files
    assert "schemas/plant.yaml" in files
    assert not [name for name, data in files.items() if b"/secret" in data and "openapi" in name]
    assert list_withheld(project) == ["garden.yaml"]


def test_a_file_in_which_a_hidden_operation_stands_is_not_published(project: Path) -> None:
    part = "x-hidden: true\nget: {summary: Tell, responses: {}}\n"
    document = DOCUMENT.partition("  /secret:\n")[0] + "  /secret: {$ref: parts/secret.yaml}\n"
    write_files(project, {"garden.yaml": document, "parts/secret.yaml": part})
    assert not {"garden.yaml", "parts/secret.yaml"} & build(project).keys()
    assert list_withheld(project) == ["garden.yaml", "parts/secret.yaml"]


@pytest.mark.parametrize(
    "link",
    [
        {"index.mdx": "---\ntitle: Start\n---\n\n[Take it](./garden.yaml)\n"},
        {"index.mdx": '---\ntitle: Start\n---\n\n<a href="/garden.yaml#top">Take it</a>\n'},
        {"site.json": {**settings(), "topbarLinks": [{"name": "Take", "url": "/garden.yaml"}]}},
    ],
)
def test_a_document_that_the_author_leads_to_is_published(
    project: Path, link: dict[str, Any]
) -> None:
    write_files(project, {"garden.yaml": HIDDEN, **link})
    assert build(project)["garden.yaml"] == HIDDEN.encode()
    assert list_withheld(project) == []


def test_builds_with_a_cache_follow_links_to_a_document(project: Path) -> None:
    write_files(project, {"garden.yaml": HIDDEN})
    cache = str(project.parent / "cache")
    for text in ("No link", "[Take it](/garden.yaml)", "[Take](/garden.yaml)", "No link again"):
        write_files(project, {"index.mdx": f"---\ntitle: Start\n---\n\n{text}\n"})
        files = build(project, cache_folder=cache)
        assert files == build(project, "clean")
        assert ("garden.yaml" in files) == ("garden" in text)


def test_servers_of_projects_withhold_a_document_until_a_page_links_to_it(project: Path) -> None:
    write_files(project, {"garden.yaml": HIDDEN})
    with running_preview(project) as preview:
        assert preview.get("/garden.yaml").status == 404
        assert preview.get("/schemas/plant.yaml").status == 200
        write_files(project, {"index.mdx": "---\ntitle: Start\n---\n\n[Take it](/garden.yaml)\n"})
        preview.wait_for("/", "Take it")
        assert preview.get("/garden.yaml").body == HIDDEN.encode()


def test_documents_of_one_name_have_files_of_their_own(project: Path) -> None:
    other = DOCUMENT.replace("/plants", "/trees").replace("schemas/plant", "../schemas/plant")
    more = settings()
    more["tabs"].append({"name": "V2", "url": "v2", "openapi": "/v2/garden.yaml"})
    write_files(project, {"v2/garden.yaml": other, "site.json": more})
    files = build(project)
    assert list(json.loads(files[BUNDLE])["paths"]) == ["/plants", "/secret"]
    second = links(files, "v2/plants/list-plants")["One file (JSON)"]
    assert list(json.loads(files[second[1:]])["paths"]) == ["/trees", "/secret"]


def test_builds_with_a_cache_write_the_same_files(project: Path) -> None:
    write_files(project, {"site.json": settings(downloads="operations")})
    cache = str(project.parent / "cache")
    for change in (DOCUMENT, DOCUMENT, DOCUMENT.replace("List plants", "Show plants")):
        write_files(project, {"garden.yaml": change})
        assert build(project, cache_folder=cache) == build(project, "clean")
    write_files(project, {"index.mdx": "---\ntitle: Start\n---\n\nMore\n"})
    assert build(project, cache_folder=cache) == build(project, "clean")


def test_the_preview_has_the_same_files(project: Path) -> None:
    write_files(project, {"site.json": settings(downloads="operations")})
    files = build(project)
    state = PreviewLoader(str(project), _evaluate_nothing).load()
    assert state.site is not None
    own = [name for name in files if name.startswith("_octavo/openapi/") and "." in name]
    built = {name: files[name] for name in own}
    assert len(built) == 4
    assert {name: state.site.find_file(name) for name in built} == built
    assert state.site.find_file("_octavo/openapi/garden/other.json") is None


def test_a_document_behind_a_link_is_offered_as_one_file(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(project.parent / "cache"))
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Far", "version": "1"},
        "paths": {"/p": {"get": {"summary": "Far away", "responses": {}}}},
    }
    with running_host() as host:
        host.document = json.dumps(document).encode()
        more = settings()
        more["tabs"] = [{"name": "API", "url": "api", "openapi": host.address}]
        write_files(project, {"site.json": more})
        files = build(project, allow_local_links=True)
    found = links(files, "api/far-away")
    assert list(found) == ["One file (JSON)"], "an address of this computer is of no use to others"
    assert json.loads(files[found["One file (JSON)"][1:]]) == document
