"""API documents made to hang, to crash or to read what is not theirs; and real ones, damaged."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from octavo.openapi.document.locate import locate
from octavo.openapi.document.read_tree import read_document
from octavo.openapi.model import Node
from octavo.problems import Code
from octavo.project.discover import load_project
from octavo.project.documents.api_files import parse_data
from octavo.project.documents.api_sources import ApiSource, load_api_sources
from tests.openapi.document.damaged_documents import (
    SEED,
    check_problems,
    damage_text,
    damage_tree,
    read_fully,
    values,
)
from tests.patience import HANGS_AFTER
from tests.whole import first_of_each

Write = Callable[[Mapping[str, Any]], Path]

DOCUMENTS = Path(
    os.environ.get("OCTAVO_OPENAPI_DOCUMENTS") or Path(__file__).parents[4] / "shared" / "openapi"
)
needs_documents = pytest.mark.skipif(
    not DOCUMENTS.is_dir(), reason="OCTAVO_OPENAPI_DOCUMENTS names no folder of API documents"
)


def containers(tree: Any) -> Iterator[Any]:
    """Every object of a tree."""
    waiting = [tree]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
        children = value.values() if isinstance(value, dict) else value
        waiting += [child for child in children if isinstance(child, dict | list)]


def test_the_document_that_is_damaged_below_is_without_fault() -> None:
    assert read_fully(SEED, "api.yaml") == []
    assert read_fully(json.dumps(parse_data(SEED, "api.yaml")[0]), "api.json") == []


# --- damaged at random ---


def check(text: str, name: str) -> None:
    start = time.process_time()
    problems = read_fully(text, name)
    assert time.process_time() - start < HANGS_AFTER
    check_problems(problems, text, name)


def test_texts_damaged_at_random_end_in_problems_with_places() -> None:
    chance = random.Random(18)
    as_json = json.dumps(parse_data(SEED, "api.yaml")[0], indent=1)
    for _ in range(500):
        check(damage_text(SEED, chance), "api.yaml")
        check(damage_text(as_json, chance), "api.json")


def test_trees_damaged_at_random_end_in_problems_with_places() -> None:
    chance = random.Random(19)
    tree = parse_data(SEED, "api.yaml")[0]
    for _ in range(500):
        check(damage_tree(tree, chance), "api.json")


# --- made to exhaust ---

PROGRAM = """
import json, resource, time
from itertools import islice
limit = 512 * 1024 * 1024
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
from octavo.project.documents.api_files import parse_data
from octavo.openapi.document.read_tree import read_document
from octavo.openapi.document.locate import locate
text = ({text})
start = time.process_time()
tree, problems = parse_data(text, {name!r})
document, findings = read_document({name!r}, "bomb", tree, lambda source: None)
if document:
    for key, value in islice(document.root.get_child("x").items(), 20_000):
        document.resolve(value)
    findings = tuple(document.findings)
files = {{{name!r}: text.encode()}}
problems = [*problems, *(locate(findings, files.get) if tree is not None else [])]
print(json.dumps([time.process_time() - start, sorted({{p.code for p in problems}})]))
"""
HEAD = '{"openapi": "3.1.0", "paths": {}, "x": '
BOMBS = [
    ("bomb.json", "'[' * 100_000", ["api-json-too-deep"]),
    ("bomb.json", """'{"a":' * 100_000 + '1' + '}' * 100_000""", ["api-json-too-deep"]),
    ("bomb.yaml", "'- ' * 100_000", ["yaml-too-deep"]),
    ("bomb.yaml", "'[' * 100_000", ["yaml-too-deep"]),
    (
        "bomb.yaml",
        """'a0: &a0 [x]\\n' + ''.join(
            f'a{n}: &a{n} [' + ', '.join([f'*a{n - 1}'] * 10) + ']\\n' for n in range(1, 40))""",
        ["yaml-too-large"],
    ),
    (
        "bomb.json",
        f"""{HEAD!r} + '{{' + ','.join(f'"k{{n}}": {{n}}' for n in range(1_000_000)) + '}}}}'""",
        [],
    ),
    ("bomb.json", f"{HEAD!r} + '9' * 5000 + '}}'", []),
    ("bomb.json", f"{HEAD!r} + '1e' + '9' * 500_000 + '}}'", []),
    ("bomb.json", f"{HEAD!r} + 'NaN}}'", ["api-json-syntax"]),
    (
        "bomb.json",
        f"{HEAD!r} + '{{' + '\"a\": 1,' * 500_000 + '\"a\": 1}}}}'",
        ["api-json-duplicate-key"],
    ),
    ("bomb.json", f"'\\ufeff' + {HEAD!r} + '{{}}}}'", []),
    ("bomb.json", f"{HEAD!r} + '\"\\\\ud800\"}}'", []),
    (
        "bomb.json",
        """'{"openapi": "3.1.0"}'.encode('utf-16').decode('latin-1')""",
        ["api-json-syntax"],
    ),
    (
        "bomb.yaml",
        "'openapi: !!python/object/apply:os.system [exit]'",
        ["api-version-unknown", "yaml-tag-ignored"],
    ),
    ("bomb.json", f"{HEAD!r} + '[' + ','.join(['{{}}'] * 2_000_000) + ']}}'", []),
    ("bomb.json", f"{HEAD!r} + '\"' + '\\\\\\\\' * 5_000_000 + '\"}}'", []),
    ("bomb.json", "'\"' * 3_000_001", ["api-json-syntax"]),
    ("bomb.json", "'{' * 5 + ' ' * 10_000_000", ["api-json-syntax"]),
    (
        "bomb.json",
        f"""{HEAD!r} + '{{' + ','.join(
            f'"{{n}}": {{{{"$ref": "#/x/{{(n + 1) % 500}}"}}}}' for n in range(10_000)) + '}}}}'""",
        ["api-more-problems", "api-reference-circle"],
    ),
    (
        "bomb.json",
        f"""{HEAD!r} + '{{' + ','.join(
            f'"k{{n}}": {{{{"$ref": "#/x/l{{n}}"}}}}' for n in range(20_000)) + '}}}}'""",
        ["api-more-problems", "api-reference-lost"],
    ),
    (
        "bomb.json",
        f"""{HEAD!r} + '{{' + ','.join(
            f'"k{{n}}": {{{{"$ref": "#nothing{{n}}"}}}}' for n in range(20_000)) + '}}}}'""",
        ["api-more-problems", "api-reference-lost"],
    ),
    (
        "bomb.json",
        f"""{HEAD!r} + '{{' + ','.join(
            f'"k{{n}}": {{{{"$ref": "file{{n}}.json"}}}}' for n in range(20_000)) + '}}}}'""",
        ["api-more-problems", "api-reference-lost"],
    ),
]


@pytest.mark.scorecard("SR-07", "SR-19", "SR-32")
@pytest.mark.parametrize(
    ("name", "text", "codes"),
    first_of_each(BOMBS, lambda bomb: (bomb[0], *bomb[2][:1])),
    ids=lambda value: str(value)[:40],
)
def test_a_bomb_ends_soon_with_little_memory(name: str, text: str, codes: list[str]) -> None:
    program = PROGRAM.format(text=text, name=name)
    # Only its own CPU seconds count; on a busy machine, the wall time is much longer.
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=10 * HANGS_AFTER, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
    seconds, found = json.loads(done.stdout)
    assert found == codes or (not codes and "api-" not in "".join(found))
    assert seconds < HANGS_AFTER


def test_values_that_aliases_share_are_not_written_out() -> None:
    text = "openapi: 3.1.0\npaths: {}\nx-a0: &a0 {$ref: '#/nothing'}\n" + "".join(
        f"x-a{n}: &a{n} {{left: *a{n - 1}, right: *a{n - 1}}}\n" for n in range(1, 18)
    )
    start = time.process_time()
    problems = read_fully(text, "api.yaml")
    assert [problem.code for problem in problems] == [Code.API_REFERENCE_LOST]
    assert time.process_time() - start < HANGS_AFTER


@pytest.mark.parametrize("reference", ["http://[evil", "//[", "https://[::1", "//a]b/#/x"])
@pytest.mark.parametrize("source", ["api.json", "https://example.com/api.json"])
def test_a_reference_that_is_no_address_leads_nowhere(source: str, reference: str) -> None:
    tree = {"openapi": "3.1.0", "paths": {}, "x": {"$ref": reference}}
    document, _ = read_document(source, "api", tree, lambda _source: None)
    assert document
    for node in values(document):
        document.resolve(node)
    assert [finding.code for finding in document.findings] == [Code.API_REFERENCE_LOST]


# --- made to read what is not theirs ---


@pytest.mark.scorecard("SR-07")
@pytest.mark.parametrize(
    "reference",
    [
        "../secret.yaml",
        "../../secret.yaml#/secret",
        "%2e%2e/secret.yaml",
        "..%2fsecret.yaml",
        "..\\secret.yaml",
        "/etc/passwd",
        "file:///etc/passwd",
        "file:secret.yaml",
        "link.yaml",
        "folder/secret.yaml",
        "https://example.com/openapi.yaml",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]:22/",
        "//example.com/x.yaml",
        "data:application/json,{}",
        ".env",
        "site.json",
        "api.yaml/../../secret.yaml",
        "\x00",
        "~/secret.yaml",
        "$HOME/secret.yaml",
        "api.yaml?../secret.yaml",
    ],
)
def test_no_reference_reads_what_is_not_in_the_project(
    write_project: Write, tmp_path: Path, reference: str
) -> None:
    (tmp_path / "secret.yaml").write_text("secret: {title: secret}")
    tree = {"openapi": "3.1.0", "paths": {}, "x": {"$ref": reference}}
    root = write_project({"site.json": "{}", "api.json": tree, ".env": "secret: 1"})
    (root / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (root / "folder").symlink_to(tmp_path)
    sources = load_api_sources(load_project(root)[0])
    api = sources.by_source["api.json"]
    dialed = len(DIALED)
    document, _ = read_document(api.source, api.name, api.load_tree(), api.load_file)
    assert document is not None
    assert document.resolve(document.root.get_child("x")) is None
    (problem,) = locate(document.findings, api.files.find_data)
    assert problem.code is Code.API_REFERENCE_LOST
    assert problem.location.line == 5
    assert len(DIALED) == dialed


DIALED: list[Any] = []


def _note_dialling(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        DIALED.append(arguments[1])


sys.addaudithook(_note_dialling)


# --- real documents ---


def real_sources() -> dict[str, ApiSource]:
    return load_api_sources(load_project(DOCUMENTS)[0]).by_source if DOCUMENTS.is_dir() else {}


@pytest.mark.whole
@needs_documents
def test_all_real_documents_are_found_and_all_their_references_lead_somewhere() -> None:
    sources = real_sources()
    assert len(sources) >= 19
    for api in sources.values():
        document, findings = read_document(api.source, api.name, api.load_tree(), api.load_file)
        assert document is not None, api.source
        assert findings == ()
        for value in containers(document.tree):
            assert document.resolve(Node(value, api.source, ()))
        assert not document.findings
        assert api.files.problems == []


@needs_documents
def test_a_document_in_forty_files_is_read_through() -> None:
    api = real_sources()["cafe-split/cafe.yaml"]
    document, _ = read_document(api.source, api.name, api.load_tree(), api.load_file)
    assert document is not None
    seen: dict[str, None] = {}
    waiting = [document.root]
    while waiting:
        node = waiting.pop()
        target = document.resolve(node)
        assert target is not None
        if target.source not in seen:
            seen[target.source] = None
            waiting.append(Node(document._load_tree(target.source), target.source, ()))
        waiting += [child for _, child in node.items()]
        waiting += node.list_elements()
    assert len(seen) > 30
    assert not document.findings
