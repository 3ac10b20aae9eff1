"""The files, names and navigation that `octavo openapi-file` writes."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.publish.safe_folder import write_below
from octavo.cli.entry import main
from octavo.openapi.model import Node, OperationEntry, OperationKey
from octavo.openapi.operation.listing import list_operations
from octavo.project.discover import load_project
from octavo.scaffold.page_files import HEADING, render_page_file
from octavo.site.load import load_site
from octavo.site.model import OperationBinding
from tests.document_host import running_host
from tests.whole import first_of_each

DOCUMENTS = Path(
    os.environ.get("OCTAVO_OPENAPI_DOCUMENTS") or Path(__file__).parents[3] / "shared" / "openapi"
)
REAL = [
    "adyen-webhooks.yaml",
    "aws-cognito-identity.yaml",
    "cafe-split/cafe.yaml",
    "cafe.yaml",
    "digitalocean.yaml",
    "discord.json",
    "galaxy.yaml",
    "github.json",
    "google-cloudresourcemanager.yaml",
    "malicious-html.json",
    "museum.yaml",
    "oas32-features.yaml",
    "oas32-query.yaml",
    "openai.yaml",
    "parameters.json",
    "petstore.yaml",
    "stripe.yaml",
    "tag-nesting.yaml",
    "trigger.yaml",
]
PETS: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {
        "/pets": {
            "get": {"summary": "List all pets", "tags": ["pets"]},
            "post": {"summary": "Create a pet", "tags": ["pets"], "deprecated": True},
        },
        "/pets/{petId}": {"delete": {"tags": ["pets", "other"]}},
        "/ping": {"get": {}},
    },
    "webhooks": {"new pet": {"post": {}}},
}


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)


def scrape(document: Any, *options: str) -> int:
    """Writes a document beside the output and runs the command."""
    Path("../api.json").write_text(document if isinstance(document, str) else json.dumps(document))
    return main(["openapi-file", "../api.json", *options])


def files() -> dict[str, str]:
    paths = (Path(folder) / name for folder, _, names in os.walk(".") for name in names)
    return {path.as_posix(): path.read_text() for path in sorted(paths)}


def with_operations(*operations: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **PETS,
        "webhooks": {},
        "paths": {f"/{n}": {"get": o} for n, o in enumerate(operations)},
    }


def test_every_operation_gets_a_file_of_three_lines_and_a_place_in_the_navigation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert scrape(PETS, "-o", "api-reference") == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out == (
        "navigation object suggestion:\n"
        "[\n"
        "  {\n"
        '    "group": "pets",\n'
        '    "pages": [\n'
        '      "api-reference/pets/list-all-pets",\n'
        '      "api-reference/pets/create-a-pet",\n'
        '      "api-reference/pets/delete-pets"\n'
        "    ]\n"
        "  },\n"
        "  {\n"
        '    "group": "API Reference",\n'
        '    "pages": [\n'
        '      "api-reference/get-ping"\n'
        "    ]\n"
        "  },\n"
        "  {\n"
        '    "group": "Webhooks",\n'
        '    "pages": [\n'
        '      "api-reference/new-pet"\n'
        "    ]\n"
        "  }\n"
        "]\n"
    )
    assert files() == {
        "api-reference/get-ping.mdx": "---\nopenapi: get /ping\n---",
        "api-reference/new-pet.mdx": "---\nopenapi: webhook new pet\n---",
        "api-reference/pets/create-a-pet.mdx": ("---\nopenapi: post /pets\ndeprecated: true\n---"),
        "api-reference/pets/delete-pets.mdx": "---\nopenapi: delete /pets/{petId}\n---",
        "api-reference/pets/list-all-pets.mdx": "---\nopenapi: get /pets\n---",
    }


def test_files_go_to_the_current_folder_unless_another_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert scrape(with_operations({"summary": "A"})) == 0
    assert list(files()) == ["a.mdx"]
    assert pages_told(capsys) == ["a"]


@pytest.mark.parametrize("option", ["-o", "--output", "--outDir"])
def test_the_folder_is_told_in_its_shortest_form(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scrape(with_operations({"summary": "A"}), option, "./docs//api/") == 0
    assert pages_told(capsys) == ["docs/api/a"]
    assert list(files()) == ["docs/api/a.mdx"]


def test_an_absolute_folder_gives_absolute_entries(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scrape(with_operations({"summary": "A"}), "-o", str(tmp_path / "x")) == 0
    assert pages_told(capsys) == [f"{(tmp_path / 'x').as_posix()}/a"]


def pages_told(capsys: pytest.CaptureFixture[str]) -> list[Any]:
    heading, _, data = capsys.readouterr().out.partition("\n")
    assert heading == HEADING
    return [page for group in json.loads(data) for page in group["pages"]]


@pytest.mark.parametrize("option", ["-w", "--writeFiles"])
def test_the_navigation_can_be_had_without_the_files(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scrape(PETS, option, "false") == 0
    assert len(pages_told(capsys)) == 5
    assert files() == {}
    assert scrape(PETS, option, "true") == 0
    assert len(files()) == 5


@pytest.mark.scorecard("SR-08")
def test_files_that_are_there_are_kept_and_missing_ones_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("api/pets").mkdir(parents=True)
    Path("api/pets/list-all-pets.mdx").write_text("Mine")
    assert scrape(PETS, "-o", "api") == 0
    assert len(pages_told(capsys)) == 5
    assert len(files()) == 5
    assert files()["api/pets/list-all-pets.mdx"] == "Mine"


def test_files_are_overwritten_when_asked() -> None:
    Path("api/pets").mkdir(parents=True)
    Path("api/pets/list-all-pets.mdx").write_text("Mine")
    os.link("api/pets/list-all-pets.mdx", "other-name")
    assert scrape(PETS, "-o", "api", "--overwrite") == 0
    assert files()["api/pets/list-all-pets.mdx"] == "---\nopenapi: get /pets\n---"
    assert files()["other-name"] == "Mine", "another name of the file still shows the old text"
    assert len(files()) == 6, "nothing else is left behind"


def test_hidden_operations_have_a_file_only_and_excluded_ones_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = with_operations(
        {"summary": "A", "x-hidden": True}, {"summary": "B", "x-excluded": True}, {"summary": "C"}
    )
    assert scrape(document) == 0
    assert list(files()) == ["a.mdx", "c.mdx"]
    assert pages_told(capsys) == ["c"]


def test_nested_tags_are_groups_inside_groups(capsys: pytest.CaptureFixture[str]) -> None:
    document = with_operations({"summary": "A", "tags": ["in"]})
    tags = [{"name": "in", "parent": "out"}, {"name": "out", "x-group": "Outside"}]
    assert scrape({**document, "tags": tags}) == 0
    data = capsys.readouterr().out.partition("\n")[2]
    assert json.loads(data) == [{"group": "Outside", "pages": [{"group": "in", "pages": ["in/a"]}]}]


def test_a_document_without_operations_gives_an_empty_navigation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert scrape({**PETS, "paths": {}, "webhooks": {}}) == 0
    assert capsys.readouterr().out == f"{HEADING}\n[]\n"


def test_page_files_are_written_for_a_swagger_document(
    capsys: pytest.CaptureFixture[str],
) -> None:
    paths = {**PETS["paths"], "/lost": {"get": {"responses": {"200": {"$ref": "#/responses/A"}}}}}
    assert scrape({"swagger": "2.0", "paths": paths}, "-o", "api") == 0
    assert Path("api/pets/list-all-pets.mdx").exists()
    assert "../api.json:1:13: info: this Swagger 2.0 document" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ('{"openapi": "3.1.0",\n  "paths": }', "../api.json:2:"),
        ("just text", "../api.json"),
        ("[]", "../api.json"),
        ('{"swagger": "1.2", "paths": {}}', "the version 1.2 of Swagger"),
        ('{"openapi": "3.1.0", "info": {}}', "[api-empty]"),
        ('{"openapi": "3.1.0",\n "paths": []}', "../api.json:2:11: error:"),
        ('{"openapi": "4.0.0", "paths": {}}', "[api-version-unknown]"),
    ],
)
@pytest.mark.scorecard("SR-08")
def test_an_invalid_document_writes_nothing_and_is_told_with_its_place(
    document: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scrape(document, "-o", "api") == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert told in printed.err
    assert not Path("api").exists()


def test_a_missing_document_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openapi-file", "nowhere.json"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("nowhere.json: error:")
    assert files() == {}


def test_every_method_of_a_webhook_gets_a_file_that_names_it() -> None:
    webhooks = {"new pet": {"post": {}, "put": {}, "patch": {"summary": "Changed"}}}
    assert scrape({**PETS, "paths": {}, "webhooks": webhooks}) == 0
    assert files() == {
        "changed.mdx": "---\nopenapi: webhook patch new pet\n---",
        "new-pet.mdx": "---\nopenapi: webhook new pet\n---",
        "new-pet-1.mdx": "---\nopenapi: webhook post new pet\n---",
    }


def test_a_document_behind_a_link_is_scraped_as_the_file_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert scrape(PETS) == 0
    printed, written = capsys.readouterr(), files()
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    with running_host() as host:
        host.document = json.dumps(PETS).encode()
        assert main(["openapi-file", host.address]) == 0
    assert capsys.readouterr() == printed
    assert {name: text.replace(host.address, "../api.json") for name, text in files().items()} == (
        written
    )


def test_a_link_that_may_not_be_followed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    address = "http://127.0.0.1:9/openapi.json"
    assert main(["openapi-file", address]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{address}: error:")
    assert files() == {}


def test_a_document_that_refers_to_a_broken_file_writes_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("../broken.json").write_text('{"get": }')
    paths = {"/a": {"get": {"summary": "A"}}, "/b": {"$ref": "./broken.json"}}
    assert scrape({**PETS, "paths": paths}) == 1
    assert "broken.json:1:" in capsys.readouterr().err
    assert files() == {}


# --- hostile documents ---


def snapshot(root: Path) -> dict[str, tuple[int, str | None]]:
    """Returns what is below a folder: inodes, and texts of files."""
    return {
        path.relative_to(root).as_posix(): (
            path.lstat().st_ino,
            path.read_text() if path.is_file() else None,
        )
        for path in root.rglob("*")
    }


HOSTILE = [
    "../../x",
    "..",
    "../",
    "/etc/passwd",
    "/",
    "C:\\x",
    "\\\\host\\share",
    "a\0b",
    "CON",
    "nul.txt",
    "x" * 5000,
    "é" * 5000,
    "\U0001f600" * 300,
    "~root",
    "-rf",
    "$(touch x)",
    "a\nb",
    "\u202egnp",
    "\ud800",
    "Twin",
    "twin",
    "TWIN",
    "ＴＷＩＮ",
    "ſs",
    "ss",
    ".hidden",
    ".git/hooks/post-checkout",
    "node_modules",
    "snippets",
    "%2e%2e%2fx",
    "",
    " ",
]


@pytest.mark.scorecard("SR-08")
def test_nothing_is_ever_written_outside_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operations = [{"summary": text, "tags": [tag]} for text in HOSTILE for tag in HOSTILE[:24:2]]
    (tmp_path / "x.mdx").write_text("Kept")
    Path("../api.json").write_text("")
    before = snapshot(tmp_path)
    assert scrape(with_operations(*operations), "-o", "out") == 0
    after = snapshot(tmp_path)
    outside = {path: value for path, value in after.items() if not path.startswith("work/out")}
    assert outside.keys() == before.keys()
    assert outside["x.mdx"] == before["x.mdx"]
    written = [path for path, (_, text) in after.items() if text and path.startswith("work/out/")]
    assert len(written) == len(operations), "every operation has a file of its own"
    assert len({path.casefold() for path in written}) == len(written)
    pages = pages_told(capsys)
    assert len(pages) == len(set(pages)) == len(operations)


@pytest.mark.parametrize("target", ["folder", "nowhere", "file"])
@pytest.mark.scorecard("SR-08")
def test_a_link_inside_the_folder_is_not_followed(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("Kept")
    Path("out").mkdir()
    Path("out/pets").symlink_to(tmp_path / target)
    assert scrape(PETS, "-o", "out") == 74
    printed = capsys.readouterr()
    assert "[page-file-not-written]" in printed.err
    assert printed.out == ""
    assert list((tmp_path / "folder").iterdir()) == []
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("options", [[], ["--overwrite"]])
@pytest.mark.scorecard("SR-08")
def test_a_link_in_the_place_of_a_file_is_not_written_through(
    options: list[str], tmp_path: Path
) -> None:
    (tmp_path / "target").write_text("Kept")
    Path("a.mdx").symlink_to(tmp_path / "target")
    Path("b.mdx").symlink_to(tmp_path / "nowhere")
    document = with_operations({"summary": "A"}, {"summary": "B"})
    assert scrape(document, *options) == 0
    assert (tmp_path / "target").read_text() == "Kept"
    assert not (tmp_path / "nowhere").exists()
    assert Path("a.mdx").is_symlink() == (not options)


def test_the_folder_itself_may_be_a_link_that_stays_below_the_current_folder() -> None:
    Path("real").mkdir()
    Path("out").symlink_to("real")
    assert scrape(with_operations({"summary": "A"}), "-o", "out") == 0
    assert [path.name for path in Path("real").iterdir()] == ["a.mdx"]


@pytest.mark.parametrize("named", ["out", "out/deeper"])
@pytest.mark.scorecard("SR-08")
def test_a_link_that_leads_out_of_the_current_folder_is_not_followed(
    named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "real").mkdir()
    Path("out").symlink_to(tmp_path / "real")
    assert scrape(with_operations({"summary": "A"}), "-o", named, "--overwrite") == 74
    assert "[page-file-not-written]" in capsys.readouterr().err
    assert list((tmp_path / "real").iterdir()) == []
    assert scrape(with_operations({"summary": "A"}), "-o", str(tmp_path / "real")) == 0


@pytest.mark.parametrize("path", ["../x", "/x", "a//b", "a/./b", "", "a/", "a\0"])
def test_a_path_that_is_not_below_the_folder_is_refused(path: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not a path below"):
        write_below(str(tmp_path / "out"), path, b"")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_ends_with_74(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("out").write_text("A file")
    assert scrape(PETS, "-o", "out") == 74
    assert "cannot write this page file" in capsys.readouterr().err


# --- reading the files back ---


def read_back(text: str, document: dict[str, Any], tmp_path: Path) -> Any:
    """Returns the operation that a page file shows in a project with the document."""
    root = tmp_path / "back"
    root.mkdir()
    (root / "page.mdx").write_bytes(text.encode())
    (root / "api.json").write_text(json.dumps(document))
    (root / "site.json").write_text('{"name": "X", "navigation": []}')
    site = load_site(load_project(root)[0]).site
    assert site is not None
    binding = site.pages["/page"].binding
    return binding.entry.key if isinstance(binding, OperationBinding) else None


@pytest.mark.parametrize(
    "path",
    [
        "/pets/{petId}",
        "/#X-Amz-Target=Service.Do",
        "/v1/{resource}:getPolicy",
        "/a: b",
        "/a #b",
        "/a:",
        '/it\'s "quoted"',
        "/back\\slash",
        "/blank in/the middle",
        "/two  blanks",
        "/ends with blank ",
        "/tab\there",
        "/line\nend",
        "/nel\x85and\u2028",
        "/bell\a",
        "/ünï/日本/\U0001f600",
        "/?beta=true&x=[1]",
        "/@me/`x`/!y/%20",
        "/{a,b}*",
        "/a - b",
        "/get",
        "//double",
        "/",
        "/a/",
        "/a /b",
    ],
)
def test_a_page_file_reads_back_to_the_same_operation(path: str, tmp_path: Path) -> None:
    document = {**PETS, "paths": {path: {"get": {}, "put": {}}, "/a": {"get": {}}}}
    entry = OperationEntry(OperationKey("PUT", path), Node({}, "api.json", ()))
    text = render_page_file(entry)
    assert text.count("\n") == 2
    assert read_back(text, document, tmp_path) == entry.key


def copy_document(name: str, root: Path) -> str:
    """Copies a real document into a project and returns its source."""
    path = DOCUMENTS / name
    if not path.exists():
        pytest.skip(f"{path} is not there; OCTAVO_OPENAPI_DOCUMENTS names its folder")
    if "/" in name:
        shutil.copytree(path.parent, root / path.parent.name)
        return name
    shutil.copy(path, root / name)
    return name


@pytest.mark.corpus
@pytest.mark.parametrize("name", first_of_each(REAL, lambda name: name.endswith(".json")))
def test_every_page_of_a_real_document_is_bound_to_its_operation(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    root = Path.cwd()
    source = copy_document(name, root)
    assert main(["openapi-file", source, "-o", "reference"]) == 0
    navigation = json.loads(capsys.readouterr().out.partition("\n")[2])
    (root / "site.json").write_text(json.dumps({"name": "X", "navigation": navigation}))
    project, _ = load_project(root)
    loaded = load_site(project)
    assert loaded.site is not None
    assert [p for p in loaded.problems if p.code.startswith(("api-", "page-", "file-"))] == []
    (document,) = loaded.site.api_documents
    bindings = [page.binding for page in loaded.site.pages.values()]
    shown = [b.entry.key for b in bindings if isinstance(b, OperationBinding)]
    wanted = [e.key for e in list_operations(document) if not e.excluded]
    assert len(bindings) == len(shown) == len(wanted)
    assert set(shown) == set(wanted)
    assert all(page.listed for page in loaded.site.pages.values())
