"""API documents: found in the project, named by the settings, and the files they refer to."""

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.discover import load_project
from octavo.project.documents.api_files import NotLoaded, parse_data
from octavo.project.documents.api_sources import (
    ApiSources,
    NamedSource,
    load_api_source,
    load_api_sources,
    name_document,
)
from tests.patience import HANGS_AFTER

Write = Callable[[Mapping[str, Any]], Path]

PLACE = Location("site.json", 3, 14)
YAML = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n"
JSON = '{"info": {"title": "T", "version": "1"}, "openapi": "3.0.3", "paths": {}}'


@pytest.fixture
def find(write_project: Write) -> Callable[..., ApiSources]:
    def find(files: Mapping[str, Any], *named: str) -> ApiSources:
        project, problems = load_project(write_project({"site.json": "{}", **files}))
        assert problems == ()
        return load_api_sources(project, [NamedSource(written, PLACE) for written in named])

    return find


def codes(problems: tuple[Problem, ...]) -> list[Code]:
    return [problem.code for problem in problems]


# --- found in the project ---


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.yaml", YAML),
        ("a.yml", "# ours\n\n" + YAML),
        ("a.json", JSON),
        ("a.json", "\n\n " + JSON.replace(": ", ":")),
        ("a.json", json.dumps(json.loads(JSON), indent=4)),
        ("a.yaml", JSON),
        ("a.yaml", "paths: {}\n" + f"x: {'y' * 50_000}\n" + "openapi : '3.0.0'\n"),
        ("a.yaml", '"openapi": "3.0.0"\npaths: {}\n'),
        ("a.yaml", "\ufeff" + YAML),
        ("a.json", "\ufeff" + JSON),
        ("a.yaml", YAML.replace("\n", "\r\n")),
        ("a.yaml", "openapi: 3.1\npaths: {}\n"),
        ("a.json", '{"swagger": "2.0", "paths": {}}'),
        ("a.yaml", 'swagger: "2.0"\npaths: {}\n'),
    ],
)
def test_a_data_file_with_a_version_is_a_document(
    find: Callable[..., ApiSources], name: str, content: str
) -> None:
    sources = find({f"specs/{name}": content})
    (source,) = sources.by_source.values()
    assert (source.source, source.name, source.is_named) == (f"specs/{name}", "a", False)
    assert "paths" in source.load_tree()
    assert sources.problems == ()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", '{"name": "openapi"}'),
        ("a.json", '{"openapi": "petstore.yaml"}'),
        ("a.yaml", "tools:\n  openapi: 3.0.0\n"),
        ("a.yaml", "# openapi: 3.0.0\nx: 1\n"),
        ("a.yaml", "openapi: true\n"),
        ("a.yaml", "not: [closed\n"),
        ("a.json", "{broken"),
        ("a.json", b"\xff\xfe{\x00}\x00"),
        ("a.json", ""),
        ("a.txt", YAML),
    ],
)
def test_other_files_are_left_alone(
    find: Callable[..., ApiSources], name: str, content: str | bytes
) -> None:
    sources = find({name: content})
    assert sources.by_source == {}
    assert sources.problems == ()


def test_a_file_that_only_holds_a_document_deeper_inside_is_left_alone_when_it_is_loaded(
    find: Callable[..., ApiSources],
) -> None:
    sources = find({"a.json": {"examples": [{"openapi": "3.0.0"}]}})
    assert [source.load_tree() for source in sources.by_source.values()] == [None]
    assert sources.problems == ()


def test_trees_are_loaded_when_they_are_asked_for(
    find: Callable[..., ApiSources], write_project: Write
) -> None:
    sources = find({"a.yaml": YAML, "b.yaml": "openapi: 3.0.0\npaths: [\n"})
    assert sources.by_source["a.yaml"].load_tree()
    assert sources.problems == ()
    assert sources.by_source["b.yaml"].load_tree() is None
    assert codes(sources.problems) == [Code.YAML_SYNTAX]
    assert sources.by_source["a.yaml"].load_tree() is sources.by_source["a.yaml"].load_tree()


def test_a_broken_document_is_an_error_where_it_is_named_and_else_a_warning(
    find: Callable[..., ApiSources],
) -> None:
    broken = '{\n  "openapi": "3.0.0",\n  "paths": {},\n}'
    for named, severity in (((), Severity.WARNING), (("a.json",), Severity.ERROR)):
        sources = find({"a.json": broken}, *named)
        assert sources.by_source["a.json"].load_tree() is None
        (problem,) = sources.problems
        assert (problem.code, problem.severity) == (Code.API_JSON_SYNTAX, severity)
        assert problem.location == Location("a.json", 3, 14)


# --- named by the settings ---


@pytest.mark.parametrize(
    "written",
    [
        "specs/v1.yaml",
        "/specs/v1.yaml",
        "./specs/v1.yaml",
        "specs/../specs/v1.yaml",
        "specs/v1%2Eyaml",
    ],
)
def test_a_document_is_named_from_the_root(find: Callable[..., ApiSources], written: str) -> None:
    sources = find({"specs/v1.yaml": YAML}, written)
    source = sources.by_written[written]
    assert (source.source, source.name, source.is_named) == ("specs/v1.yaml", "v1", True)
    assert sources.by_source == {"specs/v1.yaml": source}
    assert source.load_tree()["openapi"] == "3.1.0"


@pytest.mark.parametrize(
    ("written", "code", "hint"),
    [
        ("spec/v1.yaml", Code.API_SOURCE_MISSING, "`specs/v1.yaml`"),
        ("Specs/V1.yaml", Code.API_SOURCE_MISSING, "`specs/v1.yaml`"),
        ("v1.yaml", Code.API_SOURCE_MISSING, "`specs/v1.yaml`"),
        ("nothing-like-it.json", Code.API_SOURCE_MISSING, "folder of site.json"),
        ("../v1.yaml", Code.API_SOURCE_OUTSIDE_PROJECT, "into the project"),
        ("/../../etc/passwd", Code.API_SOURCE_OUTSIDE_PROJECT, "into the project"),
        ("site.json", Code.API_SOURCE_MISSING, ""),
        (".env", Code.API_SOURCE_MISSING, ""),
        ("file:///etc/passwd", Code.API_SOURCE_MISSING, ""),
        ("a\x00b", Code.API_SOURCE_MISSING, ""),
    ],
)
def test_a_document_that_is_not_there_is_told_where_it_is_named(
    find: Callable[..., ApiSources], written: str, code: Code, hint: str
) -> None:
    sources = find({"specs/v1.yaml": YAML, ".env": YAML}, written)
    (problem,) = sources.problems
    assert (problem.code, problem.location, problem.severity) == (code, PLACE, Severity.ERROR)
    assert hint in problem.hint
    assert sources.by_written == {}


def test_a_document_may_be_named_twice_and_is_one(find: Callable[..., ApiSources]) -> None:
    sources = find({"a.yaml": YAML}, "a.yaml", "/a.yaml")
    assert sources.by_written["a.yaml"] is sources.by_written["/a.yaml"]
    assert len(sources.by_source) == 1


def test_a_named_file_that_is_no_data_is_told_in_its_own_place(
    find: Callable[..., ApiSources],
) -> None:
    sources = find({"a.json": b'{"a": "\xff"}'}, "a.json")
    assert sources.by_source["a.json"].load_tree() is None
    (problem,) = sources.problems
    assert (problem.code, str(problem.location)) == (Code.FILE_NOT_UTF8, "a.json:1:8")


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("openapi/v1.json", "v1"),
        ("api.v2.yaml", "api.v2"),
        ("https://example.com/specs/v1.json?x=1", "v1"),
        ("https://example.com/openapi", "openapi"),
        ("https://example.com/", "example.com"),
    ],
)
def test_a_document_is_called_by_its_file_without_folder_and_extension(
    source: str, name: str
) -> None:
    assert name_document(source) == name


# --- files that a document refers to ---


def test_a_document_refers_to_files_of_the_project(find: Callable[..., ApiSources]) -> None:
    files = {"api/a.yaml": YAML, "api/s/pet {id}.yaml": "type: object", "c.json": {"x": 1}}
    source = find(files).by_source["api/a.yaml"]
    assert source.load_file("api/s/pet {id}.yaml") == {"type": "object"}
    assert source.load_file("c.json") == {"x": 1}
    assert source.files.find_data("api/s/pet {id}.yaml") == b"type: object"


OUT = "it leads out of the project"
ELSEWHERE = "only files of the project can be referred to"
WEB = "references to web addresses are not followed"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("../secret.yaml", OUT),
        ("..", OUT),
        ("/etc/passwd", ELSEWHERE),
        ("file:///etc/passwd", ELSEWHERE),
        ("\\\\server\\share\\x.yaml", ELSEWHERE),
        ("C:\\secret.yaml", ELSEWHERE),
        ("http://169.254.169.254/latest/meta-data/", WEB),
        ("https://example.com/x.yaml", WEB),
        ("HTTPS://example.com/x.yaml", WEB),
        *(
            (source, f"there is no file `{source}` in the project")
            for source in (
                *("api/../../secret.yaml", "nothing.yaml", ".env", "site.json", "link.yaml"),
                *("folder/secret.yaml", "", ".", "a\x00b"),
            )
        ),
    ],
)
def test_a_reference_never_leaves_the_project(
    write_project: Write, tmp_path: Path, source: str, reason: str
) -> None:
    (tmp_path / "secret.yaml").write_text("secret: 1")
    root = write_project({"site.json": "{}", "api/a.yaml": YAML, ".env": "secret: 1"})
    (root / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (root / "folder").symlink_to(tmp_path)
    project, _ = load_project(root)
    api = load_api_sources(project).by_source["api/a.yaml"]
    for found in (api.load_file(source), api.load_plain(source)):
        assert isinstance(found, NotLoaded)
        assert found.reason == reason


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_a_project_cannot_name_a_document_of_this_computer(
    find: Callable[..., ApiSources], host: str
) -> None:
    link = f"http://{host}:9/openapi.json"
    sources = find({}, link)
    assert sources.by_source[link].load_tree() is None
    assert codes(sources.problems) == [Code.API_LINK_REFUSED]


def test_a_text_that_a_document_refers_to_is_not_read_as_data(
    find: Callable[..., ApiSources],
) -> None:
    sources = find({"a.yaml": YAML, "b.md": "Note: [this\n"})
    assert sources.by_source["a.yaml"].load_plain("b.md") == "Note: [this\n"
    assert sources.problems == ()
    assert sources.files.loaded_sources == ("b.md",)


def test_a_broken_file_is_told_once_in_its_own_place(find: Callable[..., ApiSources]) -> None:
    sources = find({"a.yaml": YAML, "b.yaml": "x: [1\n"})
    api = sources.by_source["a.yaml"]
    assert isinstance(api.load_file("b.yaml"), NotLoaded)
    assert isinstance(api.load_file("b.yaml"), NotLoaded)
    (problem,) = sources.problems
    assert (problem.code, problem.location.source) == (Code.YAML_SYNTAX, "b.yaml")


# --- one document, without a project ---


def test_one_document_is_found_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(YAML)
    (tmp_path / "other.yaml").write_text("x: 1")
    api, problems = load_api_source(str(tmp_path / "api.yaml"))
    assert api is not None
    assert problems == ()
    assert (api.source, api.name) == ("api.yaml", "api")
    assert api.load_tree()["openapi"] == "3.1.0"
    assert api.load_file("other.yaml") == {"x": 1}


def test_one_document_of_a_project_refers_to_all_of_it(write_project: Write) -> None:
    root = write_project({"site.json": "{}", "api/v1/a.yaml": YAML, "shared/b.yaml": "x: 1"})
    api, _ = load_api_source(str(root / "api" / "v1" / "a.yaml"))
    assert api is not None
    assert api.source == "api/v1/a.yaml"
    assert api.load_file("shared/b.yaml") == {"x": 1}


@pytest.mark.parametrize("written", ["nothing.yaml", "a\x00b", ""])
def test_one_document_that_is_not_there_is_told(tmp_path: Path, written: str) -> None:
    api, (problem,) = load_api_source(str(tmp_path / written) if written else "")
    assert api is None
    assert problem.code is Code.API_SOURCE_MISSING


def test_a_folder_is_no_document(tmp_path: Path) -> None:
    api, _ = load_api_source(str(tmp_path))
    assert api is None or api.load_tree() is None
    assert api is None or codes(tuple(api.files.problems)) == [Code.FILE_NOT_REGULAR]


# --- JSON or YAML ---


@pytest.mark.parametrize(
    ("source", "text", "value"),
    [
        ("a.yaml", '{"a": 1}', {"a": 1}),
        ("a.yaml", "{a: 1}", {"a": 1}),
        ("a.json", '{"a": 1}', {"a": 1}),
        ("https://example.com/openapi", "a: 1", {"a": 1}),
        ("https://example.com/openapi", '{"a": 1}', {"a": 1}),
        ("https://example.com/a.YAML?x=.json", "a: 1", {"a": 1}),
    ],
)
def test_a_text_is_json_or_yaml_by_its_looks_and_its_name(
    source: str, text: str, value: Any
) -> None:
    assert parse_data(text, source) == (value, ())


def test_a_json_file_is_not_read_as_yaml() -> None:
    tree, (problem,) = parse_data("a: 1", "a.json")
    assert tree is None
    assert problem.code is Code.API_JSON_SYNTAX


def test_finding_documents_is_quick(find: Callable[..., ApiSources]) -> None:
    big = {f"data/{n}.json": '{"x": [' + "1, " * 20_000 + "1]}" for n in range(100)}
    start = time.process_time()
    assert len(find(big | {"a.yaml": YAML}).by_source) == 1
    assert time.process_time() - start < HANGS_AFTER
