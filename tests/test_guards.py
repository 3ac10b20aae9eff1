"""Rules that the code keeps as it grows."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from tests.vacuous import find_vacuous
from tests.whole import first_of_each

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
THEME = ROOT / "src" / "octavo" / "theme"
SCRIPTS = sorted(THEME.rglob("*.js"))
SCRIPT_FUNCTION = re.compile(
    r"(?P<indent> *+)(?!//|/?\*|(?:if|for|while|switch|catch)\b)"
    r"(?:.*(?:\bfunction\b|=>).*|(?:async )?\w+\(.*\) )\{$"
)
"""Its first line; the last one has the same indent."""
NAME_OF_A_THING = re.compile(
    r"(?<!property\n)^ *(?:async )?def (_*(?:[a-z]+_of|(?:with|without|by|in|for|as)_\w+"
    r"|(?!need)[a-z]+ed(?:_\w+)?))\(",
    re.MULTILINE,
)
"""No verb in front: what something is of, an adverb, or what was done to it."""
SCRIPT_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SCRIPT_NAME = re.compile(
    r"\bfunction\*? (\w+)\("
    r"|\b(?:const|let) (\w+) = (?:async )?(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\w+) =>"
    r"|^  (?:async |\*)?#?(?!(?:if|for|while|switch|catch|constructor)\b)(\w+)\(.*\) \{$",
    re.MULTILINE,
)
"""The name of a function: declared, kept in a constant, or in a class."""
SCRIPT_MEMBER = re.compile(
    r"@property \{\((?!\().*?\) => .*?\} \[?(\w+)\]?(?:$| [A-Z`])", re.MULTILINE
)
"""The name of a function that a typed object has."""

SAY_NOTHING = {"found", "known", "made", "told", "shown", "given"}
"""Participles: they say what was done to a value, not what it is."""
SCRIPT_VALUE = re.compile(r"\b(?:const|let|var) (\w+)\b|[(,] ?(?:\.\.\.)?(\w+)(?= ?[,)=])")


@dataclass(frozen=True, slots=True)
class Module:
    """What rules ask of a module, which is parsed once for all of them."""

    functions: tuple[tuple[str, int, int], ...]
    """Names, first lines, and how many lines there are."""
    values: frozenset[str]
    """The names of variables, parameters and fields."""
    texts: tuple[tuple[int, str], ...]
    """Lines, with the texts in quotes there."""


@cache
def read_module(path: Path) -> Module:
    """Return what rules ask of a module."""
    functions, values, texts = [], set(), []
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                length = (node.end_lineno or 0) - node.lineno + 1
                functions.append((node.name, node.lineno, length))
            case ast.Name(id=name, ctx=ast.Store()):
                values.add(name)
            case ast.arg(arg=name):
                values.add(name)
            case ast.Constant(value=str(text)):
                texts.append((node.lineno, text))
    return Module(tuple(functions), frozenset(values), tuple(texts))


def name_file(path: Path) -> str:
    """Return what a file of the sources is called in messages."""
    return path.relative_to(ROOT / "src").as_posix()


def test_every_test_can_fail() -> None:
    modules = sorted((ROOT / "tests").rglob("*.py"))
    assert len(modules) > 200
    assert [line for path in modules for line in find_vacuous(path)] == []


NOT_FAILING = {
    "page.startswith((b'HTTP', b''))": "every text begins",
    "page.endswith('')": "every text begins",
    "assert '' in page": "holds an empty one",
    "assert page.title == page.title": "with itself",
    "assert page or True": "always true",
    "assert 'page'": "always true",
    "assert (one in page for one in pages)": "always true",
    "with contextlib.suppress(OSError): assert page": "skips",
    "def test_a(): load()": "asserts nothing",
    "def test_a():\n for page in list_pages(): assert page": "none of list_pages()",
    "def test_a(): assert all(page for page in list_pages())": "none of list_pages()",
    "def help(): load()\ndef test_a(): help()": "asserts nothing",
}
FAILING = (
    "page.startswith((b'HTTP', b' '))",
    "assert '' not in pages",
    "assert key.hash('a') == key.hash('a')",
    "assert page or other",
    "with contextlib.suppress(OSError): load()",
    "def test_a(): assert page",
    "def test_a(): run(check=True)",
    "def test_a():\n with pytest.raises(OSError): load()",
    "def test_a():\n for page in PAGES: assert page",
    "def test_a():\n for page in ('a', 'b'): assert page",
    "def test_a():\n pages = list_pages()\n assert pages\n for page in pages: assert page",
    "def test_a():\n assert pages\n assert all(page for page in pages)",
    "@pytest.mark.parametrize('pages', PAGES)\ndef test_a(pages):\n for page in pages: assert page",
    "@given(text())\ndef test_a(text):\n for page in read(text): assert page",
    "def check(): assert page\ndef test_a(): check()",
)


@pytest.mark.parametrize(("code", "reason"), NOT_FAILING.items())
def test_what_cannot_fail_is_found(code: str, reason: str, tmp_path: Path) -> None:
    assert reason in " ".join(find_vacuous(write_module(tmp_path, code)))


@pytest.mark.parametrize("code", FAILING)
def test_what_can_fail_is_not_found(code: str, tmp_path: Path) -> None:
    assert [*find_vacuous(write_module(tmp_path, code))] == []


def write_module(folder: Path, code: str) -> Path:
    path = folder / "test_x.py"
    path.write_text(code)
    return path


def test_no_module_is_longer_than_500_lines() -> None:
    lengths = {name_file(path): len(path.read_text().splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > 500} == {}


def test_no_function_is_longer_than_60_lines() -> None:
    wrong = [
        f"{name_file(path)}:{line} {name}"
        for path in SOURCES
        for name, line, length in read_module(path).functions
        if length > 60
    ]
    assert wrong == []


def list_long_functions(path: Path) -> list[str]:
    """Return the first lines of functions of a script that have more than 80."""
    lines = path.read_text().splitlines()
    wrong = []
    for start, line in enumerate(lines):
        if match := SCRIPT_FUNCTION.match(line):
            end = match["indent"] + "}"
            length = next(at for at, other in enumerate(lines[start:], 1) if other.startswith(end))
            if length > 80:
                wrong.append(f"{name_file(path)}:{start + 1} {line}")
    return wrong


def test_no_function_of_a_script_is_longer_than_80_lines() -> None:
    assert [wrong for path in SCRIPTS for wrong in list_long_functions(path)] == []


def test_functions_are_not_named_like_things() -> None:
    # In these words settings are declared: `setting(list_of(TEXT), "…")`.
    vocabulary = {"octavo/settings/kinds.py", "octavo/settings/objects.py"}
    asked_for = {"data_received"}  # by a library
    names = {
        name
        for path in SOURCES
        if name_file(path) not in vocabulary
        for name in NAME_OF_A_THING.findall(path.read_text())
    }
    assert names - asked_for == set()


def test_values_are_named_for_what_they_are() -> None:
    names = {
        name_file(path): {name.strip("_") for name in read_module(path).values} & SAY_NOTHING
        for path in SOURCES
    }
    assert {file: wrong for file, wrong in names.items() if wrong} == {}


def test_values_of_scripts_are_named_for_what_they_are() -> None:
    names = {
        name_file(path): {name for pair in SCRIPT_VALUE.findall(path.read_text()) for name in pair}
        & SAY_NOTHING
        for path in SCRIPTS
    }
    assert {file: wrong for file, wrong in names.items() if wrong} == {}


def list_script_functions(path: Path) -> set[str]:
    text = path.read_text()
    declared = SCRIPT_NAME.findall(SCRIPT_COMMENT.sub("", text))
    return {*("".join(names) for names in declared), *SCRIPT_MEMBER.findall(text)}


def test_functions_of_scripts_begin_with_a_verb() -> None:
    lines = (ROOT / "tests" / "cases" / "script-verbs.txt").read_text().splitlines()
    verbs = {verb for line in lines if not line.startswith("#") for verb in line.split()}
    asked_for = {"toString", "toJSON", "valueOf"}  # by browsers
    asked_for |= {"gtag", "intercom", "frontchat"}  # by services of others
    ours = [path for path in SCRIPTS if "sandbox" not in path.parts]  # there, names are React's
    names = set().union(*map(list_script_functions, ours))
    assert len(names) > 800
    wrong = {name for name in names if re.split("[^a-z]", name)[0] not in verbs}
    assert wrong - asked_for == set()


def test_only_the_project_room_opens_files_for_reading_and_only_builds_and_servers_write() -> None:
    opening = re.compile(r"(?<![\w.])open\(|os\.open\(|\.read_text\(|\.read_bytes\(|\.write_text\(")
    rooms = ["project/", "render/assets/theme_files.py", "theme/", "cli/"]
    rooms += ["builder/", "server/", "preview/", "mock/", "scaffold/"]
    allowed = (*(f"octavo/{room}" for room in rooms), "octavo_migrate/data.py")
    found = [
        name_file(path)
        for path in SOURCES
        if not name_file(path).startswith(allowed) and opening.search(path.read_text())
    ]
    assert found == []


def test_one_function_reads_the_identity_of_a_file() -> None:
    """Windows gives it where a file is asked itself, and not where its folder is listed."""
    reading = re.compile(r"st_ino|st_dev|\.inode\(\)|entry\.stat\(")
    found = {name_file(path): len(reading.findall(path.read_text())) for path in SOURCES}
    of_sizes = {
        "octavo/builder/cache/version.py": 1,
        "octavo/builder/publish/held_folder.py": 1,
        "octavo/project/cache_folder.py": 1,
        "octavo/project/walk.py": 1,
    }
    rest = {name: count for name, count in found.items() if count and name not in of_sizes}
    assert rest == {"octavo/project/files.py": 4}
    assert {name: found[name] for name in of_sizes} == of_sizes


def test_the_rooms_that_the_linter_checks_are_all_there() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = contracts["contracts"][0]["layers"]
    rooms = {room for layer in layers for room in layer.split(" | ")}
    package = ROOT / "src" / "octavo"
    names = [path.name for path in package.iterdir() if path.suffix in {"", ".py"}]
    there = {name.removesuffix(".py") for name in names if not name.startswith((".", "__py"))}
    assert there - {"__init__"} == rooms


def test_one_line_of_octavo_knows_that_moving_in_is_a_command() -> None:
    lines = [
        (name_file(path), line.strip())
        for path in SOURCES
        if name_file(path).startswith("octavo/")
        for line in path.read_text().splitlines()
        if "octavo_migrate" in line
    ]
    assert lines == [("octavo/cli/parser.py", 'command.package = "octavo_migrate"')]


def test_a_surface_has_only_names_that_moving_in_uses() -> None:
    used: set[tuple[str, str]] = set()
    for path in (ROOT / "src" / "octavo_migrate").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and str(node.module).endswith(".surface"):
                used.update((str(node.module), each.name) for each in node.names)
    surfaces = [
        f"octavo.{path.parent.name}.surface"
        for path in (ROOT / "src" / "octavo").glob("*/surface.py")
    ]
    offered = {(each, name) for each in surfaces for name in import_module(each).__all__}
    assert len(surfaces) == 3
    assert offered == used


def test_every_dependency_has_a_rule_about_its_door() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    names = {
        "jsonschema-rs": "jsonschema_rs",
        "Pygments": "pygments",
        "PyYAML": "yaml",
        "quickjs-ng": "quickjs",
    }
    dependencies = {
        names.get(name, name)
        for name in (re.split(r"[<>=]", text)[0] for text in project["project"]["dependencies"])
    }
    guarded = {
        module
        for contract in project["tool"]["importlinter"]["contracts"]
        for module in contract.get("forbidden_modules", [])
    }
    assert dependencies <= guarded


def test_the_ci_script_runs_the_test_command_of_the_readme() -> None:
    assert "make test" in (ROOT / "README.md").read_text()
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "make test"


def test_what_the_test_command_leaves_out_is_run_by_the_workflows() -> None:
    for name in ("test", "release"):
        assert (
            "- run: make test-all\n" in (ROOT / ".github" / "workflows" / f"{name}.yml").read_text()
        )
    rules = re.findall(
        r"^(test\S*): check .*\n\t(.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    assert rules == [("test", '$(tests) -m "not whole"'), ("test-all", "OCTAVO_WHOLE=1 $(tests)")]


def test_what_the_test_command_leaves_out_is_listed_by_file() -> None:
    leaving = re.compile(r"first_of_each\(|pytest\.mark\.whole|effort\(.+, whole=")
    tests, own = ROOT / "tests", {"whole.py", "test_guards.py"}
    names = {path.relative_to(tests).as_posix(): path.read_text() for path in tests.rglob("*.py")}
    files = {name for name, text in names.items() if name not in own and leaving.search(text)}
    listed = re.findall(r"`([\w/]+\.py)`", (tests / "README.md").read_text().partition("|---")[2])
    assert sorted(listed) == sorted(files)


def test_of_a_table_the_first_case_of_each_kind_is_not_left_out() -> None:
    cases = first_of_each(["a1", "a2", "b1", "a3", "b2"], lambda case: case[0])
    assert [each.values[0] for each in cases if not each.marks] == ["a1", "b1"]
    assert {mark.name for each in cases for mark in each.marks} == {"whole"}
    assert [bool(each.marks) for each in first_of_each([("a", 1), ("b", 2)])] == [False, True]


def test_no_folder_of_tests_is_passed_over(pytestconfig: pytest.Config) -> None:
    passed_over = pytestconfig.getini("norecursedirs")
    folders = {
        part
        for path in (ROOT / "tests").rglob("test_*.py")
        for part in path.relative_to(ROOT).parts
    }
    assert {name for name in folders if any(fnmatch(name, each) for each in passed_over)} == set()


def test_no_group_is_repeated_possessively() -> None:
    """Python before 3.11.5, which Debian 12 has, goes on at a wrong place after `(?:ab)*+`."""
    repeated = re.compile(r"\(\?.*\)(?:[*+?]|\{\d+(?:,\d*)?\})\+", re.DOTALL)
    wrong = [
        f"{name_file(path)}:{line}"
        for path in SOURCES
        for line, text in read_module(path).texts
        # In a set, and behind a backslash, the same signs stand for themselves.
        if repeated.search(re.sub(r"\\.|\[(?:\\.|[^\]\\])+\]", "x", text))
    ]
    assert wrong == []
