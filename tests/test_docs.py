"""Guards that the documentation covers what the tool has."""

from __future__ import annotations

import argparse
import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from octavo import __version__
from octavo.asgi import asgi_app
from octavo.builder.folder_build import build_folder
from octavo.builder.host_files import HOSTS
from octavo.builder.served.refusals import Decision
from octavo.cli.arguments import CommandParser
from octavo.cli.parser import build_parser
from octavo.openapi.model import PARAMETER_SECTIONS
from octavo.openapi.rules.foreign_keys import FOREIGN_KEYS
from octavo.problems import Code
from octavo.render.content.components import COMPONENTS
from octavo.server.feedback.counters import KINDS
from octavo.settings.models.links import MENU_ENTRIES
from octavo.settings.schema import build_settings_schema
from tests.component_properties import list_component_properties

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"
PACKAGE = ROOT / "src" / "octavo"
MOVING_IN = ROOT / "src" / "octavo_migrate"
PROBLEMS = PACKAGE / "problems"


def commands() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in build_parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def names_of_arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Gives every spelling of every option, and the names of the positional arguments."""
    if isinstance(parser, CommandParser):
        parser.load()
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            yield from action.option_strings or [action.dest]


def section_of(command: str) -> str:
    """Returns what the reference says about a command: its heading up to the next one."""
    text = (REFERENCE / "commands.mdx").read_text()
    found = re.search(rf"(?ms)^## octavo {re.escape(command)}\n(.*?)(?=^## |\Z)", text)
    return found[1] if found else ""


def test_every_problem_code_has_a_section_of_its_own() -> None:
    text = (REFERENCE / "problems.mdx").read_text()
    headings = re.findall(r"^### `([a-z0-9-]+)`$", text, re.MULTILINE)
    assert set(headings) ^ {code.value for code in Code} == set()
    assert len(headings) == len(set(headings))


def test_every_problem_says_how_severe_it_is() -> None:
    text = (REFERENCE / "problems.mdx").read_text()
    sections = re.findall(r"^### `([a-z0-9-]+)`\n\n(\S+)", text, re.MULTILINE)
    severities = ("**Error.**", "**Error**,", "**Warning.**", "**Warning**,", "**Info.**")
    assert [code for code, start in sections if start not in severities] == []


def test_every_problem_code_is_used() -> None:
    sources = (path for folder in (PACKAGE, MOVING_IN) for path in folder.rglob("*.py"))
    others = (path for path in sources if path.parent != PROBLEMS)
    used = set(re.findall(r"\bCode\.([A-Z0-9_]+)", "\n".join(path.read_text() for path in others)))
    assert [code.name for code in Code if code.name not in used] == []


NAMED_BY_NO_TEST = set(
    "api-operation-id-twice api-operation-missing api-parameter-undeclared api-security-unknown "
    "app-file-unknown app-import-failed app-unknown host-headers-left-out import-unreadable "
    "migration-not-carried migration-outside repository-unknown settings-more-problems "
    "starter-not-written version-empty".split()
)
"""Codes whose tests look at their messages alone; a new code is named."""


def test_a_test_names_every_problem_code() -> None:
    kinds = {".py", ".txt"}
    files = {path for path in (ROOT / "tests").rglob("*") if path.suffix in kinds}
    tests = "\n".join(path.read_text("utf-8") for path in files - {Path(__file__)})
    names = {*re.findall(r"[a-z]+(?:-[a-z0-9]+)+|(?<=Code\.)[A-Z0-9_]+", tests)}
    assert {each.value for each in Code if not {each.value, each.name} & names} == NAMED_BY_NO_TEST


@pytest.mark.parametrize("command", [name for name, _ in commands()])
def test_every_argument_of_every_command_is_in_the_section_of_its_command(command: str) -> None:
    section = section_of(command)
    names = names_of_arguments(dict(commands())[command])
    assert [name for name in names if f"`{name}`" not in section] == []


def test_the_options_of_the_program_itself_and_all_commands_are_listed() -> None:
    start = (REFERENCE / "commands.mdx").read_text().split("\n## ")[0]
    names = [*names_of_arguments(build_parser()), *(name for name, _ in commands())]
    assert [name for name in names if f"`{name}`" not in start] == []


def test_the_docs_list_no_command_that_is_not_there() -> None:
    text = (REFERENCE / "commands.mdx").read_text()
    assert set(re.findall(r"^## octavo (\S+)$", text, re.MULTILINE)) == dict(commands()).keys()


def test_every_top_level_setting_is_in_the_reference() -> None:
    text = (REFERENCE / "settings.mdx").read_text()
    assert [
        key for key in build_settings_schema()["properties"] if f"| `{key}` |" not in text
    ] == []


@pytest.mark.parametrize("name", sorted(COMPONENTS))
def test_every_component_is_in_the_docs(name: str) -> None:
    written = "".join(path.read_text() for path in (ROOT / "docs/components").glob("*.mdx"))
    family, _, _part = name.partition(".")
    assert re.search(rf"[<`]{family}\b", written)


def test_every_property_of_components_is_in_the_docs() -> None:
    pages = "".join(path.read_text() for path in (ROOT / "docs/components").glob("*.mdx"))
    told = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`\n]+)`", pages))))
    same = {"class", "children"}  # what `className`, and the text between tags, are in code
    names = list_component_properties()
    assert len(names) > 50
    assert [name for name in names if name not in told | same] == []


def test_the_components_of_every_family_are_in_the_table() -> None:
    folder = PACKAGE / "render" / "content" / "components"
    files = [file for file in folder.rglob("*.py") if "\nCOMPONENTS" in file.read_text()]
    assert len(files) > 10
    for file in files:
        name = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
        assert vars(import_module(name))["COMPONENTS"].items() <= COMPONENTS.items(), name


def test_every_link_to_a_heading_of_the_docs_leads_to_one(tmp_path: Path) -> None:
    build_folder(str(ROOT / "docs"), str(tmp_path / "site"))
    pages = {
        f"/{path.parent.relative_to(tmp_path / 'site').as_posix()}/".replace("/./", "/"): path
        for path in (tmp_path / "site").rglob("index.html")
    }
    ids = {url: set(re.findall(r' id="([^"]+)"', path.read_text())) for url, path in pages.items()}
    links = [
        (url, target or url, heading)
        for url, path in pages.items()
        for target, heading in re.findall(r'<a [^>]*href="(/[^"#]*)?#([^"]+)"', path.read_text())
    ]
    assert [link for link in links if link[2] not in ids.get(link[1], set())] == []
    assert len(links) > 100


def test_every_page_is_on_the_list_of_addresses() -> None:
    """So a page that moves later cannot lose its old address: each one listed leads to a page."""
    addresses = (ROOT / "tests/cases/doc-addresses.txt").read_text().split()
    assert len(addresses) == len(set(addresses))
    pages = {
        "/" + re.sub(r"(^|/)index$", "", page.relative_to(ROOT / "docs").as_posix()[: -len(".mdx")])
        for page in (ROOT / "docs").rglob("*.mdx")
        if "snippets" not in page.parts
    }
    assert sorted(pages - set(addresses)) == [], "add them to tests/cases/doc-addresses.txt"


def list_first_cells(page: str) -> set[str]:
    """Return the names in the first cells of the tables of a page."""
    cells = re.findall(r"^\| (`[^|]+) \|", (ROOT / "docs" / page).read_text(), re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_the_extensions_of_other_tools_are_in_the_docs() -> None:
    text = (ROOT / "docs/api/api-pages.mdx").read_text()
    table = text[text.index("`x-additionalPropertiesName`") - 2 :].partition("\n\n")[0]
    rows = [f"| `{key}` | {each.tools} | {each.purpose} |" for key, each in FOREIGN_KEYS.items()]
    assert table.splitlines() == sorted(rows, key=str.lower)


def test_the_guide_and_the_tests_of_api_pages_name_every_section_and_fact() -> None:
    text = (ROOT / "docs/api/api-pages.mdx").read_text()
    room = {file.stem: file.read_text() for file in (PACKAGE / "reference").rglob("*.py")}
    titles = re.findall(r'[hH]eading\(.*\bsay\("([^"]+)"\)', "\n".join(room.values()))
    titles += [title for _, _, title in PARAMETER_SECTIONS]
    table = text[text.index("| Section |") :].partition("\n\n")[0]
    names = {name for line in table.splitlines() for name in line.split("|")[1].strip().split(", ")}
    assert names == {"Section", "---", *titles}
    tests = (ROOT / "tests/render/api/test_api_page.py").read_text()
    assert [title for title in titles if f'"{title}"' not in tests] == []
    facts = re.findall(r'say\("([^"{]+) \{', room["about"])
    assert len(facts) > 3
    assert [fact for fact in facts if f"`{fact} x`" not in text] == []


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("api/playground-proxy.mdx", {each.value for each in Decision} - {"forwarded"}),
        ("publish/inside-an-application.mdx", {*signature(asgi_app).parameters} - {"folder"}),
        ("grow/page-menu.mdx", set(MENU_ENTRIES)),
        ("grow/feedback.mdx", set(KINDS)),
        ("publish/host-files.mdx", set(HOSTS)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_guide_tells_all_names_that_there_are(page: str, names: set[str]) -> None:
    assert len(names) > 3
    assert sorted(names - list_first_cells(page)) == []


@pytest.mark.parametrize("page", ["README.md", "docs/index.mdx", "docs/quickstart.mdx"])
def test_the_preview_is_taught_before_the_build(page: str) -> None:
    text = (ROOT / page).read_text()
    assert 0 < text.index("octavo dev") < text.index("octavo build")


def test_the_settings_reference_is_headed_by_keys() -> None:
    text = (REFERENCE / "settings.mdx").read_text()
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "All keys"
    keys = {
        name for kind in build_settings_schema()["$defs"].values() for name in kind["properties"]
    }
    keys |= build_settings_schema()["properties"].keys()
    for heading in headings[1:]:
        assert set(heading.strip("`").split(".")) <= keys, heading
    assert len(set(headings)) == len(headings)


@pytest.mark.parametrize("page", ["design/styling.mdx", "components/overview.mdx"])
def test_names_for_styles_are_in_the_theme(page: str) -> None:
    written = (ROOT / "docs" / page).read_text()
    files = (path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".html", ".css", ".js"})
    names = set(re.findall(r"[\w-]+", "\n".join(path.read_text("utf-8") for path in files)))
    told = set(re.findall(r"`[.#]([a-z][\w-]*)`", written))
    made = {name for name in told if name.startswith("math-")}  # from the kind of a formula
    assert sorted(told - made - names) == []
    assert sorted(set(re.findall(r"`(--[a-z][\w-]*)`", written)) - names) == []


# --- the house -----------------------------------------------------------------------------------

PACKAGES = [
    *sorted(file.parent for file in PACKAGE.rglob("__init__.py") if "theme" not in file.parts),
    *sorted(file.parent for file in MOVING_IN.rglob("__init__.py")),
]


def contents_of(folder: Path) -> set[str]:
    """Return the names of the modules and packages in a package."""
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__", "__main__"}
    return modules | {file.parent.name for file in folder.glob("*/__init__.py")}


ARCHITECTURE = (ROOT / "docs" / "about" / "architecture.mdx").read_text()


def test_the_architecture_describes_every_package() -> None:
    """Packages inside them are described where they are, which is tested below."""
    described = re.findall(r"^\| `([a-z_]+)` \|", ARCHITECTURE, re.MULTILINE)
    assert sorted(described) == sorted(contents_of(PACKAGE))
    assert f"`{MOVING_IN.name}`" in ARCHITECTURE


def test_the_architecture_says_which_package_each_command_is_in() -> None:
    commands = re.findall(
        r"^## (octavo [a-z-]+)$", (REFERENCE / "commands.mdx").read_text(), re.MULTILINE
    )
    packages = ARCHITECTURE.partition("## The packages")[2].partition("\n## ")[0]
    assert len(commands) > 10
    assert [each for each in commands if f"`{each}`" not in packages] == []


def test_the_architecture_opens_with_a_picture_of_at_most_ten_packages() -> None:
    picture = ARCHITECTURE.split("```")[1]
    boxes = re.findall(r"│ ([a-z]+) ", picture)
    assert 5 < len(boxes) <= 10
    assert set(boxes) <= contents_of(PACKAGE)
    assert picture.count("┌") == len(boxes)


def test_the_architecture_says_where_to_begin_with_files_that_are_there() -> None:
    rows = ARCHITECTURE.partition("## Where to begin")[2].partition("## ")[0]
    files = re.findall(r"`([a-z_]+/[a-z_/.]+)`", rows)
    assert len(files) > 8
    assert [file for file in files if not (PACKAGE / file).exists()] == []


def test_the_architecture_names_the_door_of_every_library() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    doors = {
        line.split(" -> ")[0].removeprefix("octavo.")
        for contract in contracts["contracts"]
        if contract["type"] == "forbidden"
        for line in contract.get("ignore_imports", ())
        if "**" not in line
    }
    assert len(doors) > 10
    assert [door for door in sorted(doors) if f"`{door}`" not in ARCHITECTURE] == []


@pytest.mark.parametrize("folder", PACKAGES[1:], ids=lambda folder: folder.name)
def test_a_package_opens_with_what_each_of_its_files_does(folder: Path) -> None:
    purpose = ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""
    assert contents_of(folder) - set(re.findall(r"`([a-z_]+)(?:\.py)?`", purpose)) == set()


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: folder.name)
def test_a_folder_can_be_taken_in_at_a_glance(folder: Path) -> None:
    most = 18 if folder == PACKAGE else 15  # the first one is the list of rooms
    assert len(contents_of(folder)) <= most


SCRIPTS = PACKAGE / "theme" / "js"
SCRIPT_FOLDERS = sorted({file.parent for file in SCRIPTS.rglob("*.js")} | {SCRIPTS})


def scripts_of(folder: Path) -> set[str]:
    """Return the names of the scripts and folders in a folder of scripts."""
    return {path.name for path in folder.iterdir() if path.name != "README.md"}


@pytest.mark.parametrize("folder", SCRIPT_FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_of_scripts_opens_with_what_each_of_its_files_does(folder: Path) -> None:
    purpose = (folder / "README.md").read_text()
    if "`SAMPLE_LANGUAGES`" in purpose:
        return  # a file for each, as a test of samples checks
    named = re.findall(r"`([a-z-]+(?:\.js)?)`", purpose)
    assert scripts_of(folder) - set(named) == set()
    assert {name for name in named if name.endswith(".js")} - scripts_of(folder) <= {"types.js"}


@pytest.mark.parametrize("folder", SCRIPT_FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_of_scripts_can_be_taken_in_at_a_glance(folder: Path) -> None:
    assert len(scripts_of(folder)) <= 15


def test_no_two_scripts_have_the_same_name() -> None:
    names = Counter(file.name for file in SCRIPTS.rglob("*.js") if file.name != "types.js")
    assert [name for name, count in names.items() if count > 1] == []


def test_every_command_of_make_that_is_named_is_there_once() -> None:
    targets = Counter(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert [name for name, count in targets.items() if count > 1] == []
    pages = [*(ROOT / "docs").rglob("*.mdx"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    pages += [ROOT / "tools/README.md", ROOT / "tests/README.md"]
    named = {
        name
        for page in pages
        for name in re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(), re.MULTILINE)
    }
    inner = {"check", "check-types", "check-others", "help"}  # `test` calls the first three
    assert named - targets.keys() == set()
    assert targets.keys() - named - inner == set()


def test_the_commands_of_every_day_can_be_taken_in_at_a_glance() -> None:
    shown = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert 8 < len(shown) <= 12


CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()


def test_contributing_fits_on_three_screens() -> None:
    lines = CONTRIBUTING.splitlines()
    assert len(lines) <= 150
    assert [line for line in lines if len(line) > 120] == []


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "tests/README.md"])
def test_what_contributing_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text()
    codes = " ".join(re.findall(r"(?<!`)`([^`]+)`(?!`)", text)).split()
    roots = ("src/", "tests/", "docs/", "tools/", ".venv/bin/")
    paths = {re.sub(r"<\w+>", "*", code) for code in codes if code.startswith(roots)}
    assert len(paths) > 5
    assert [path for path in paths if not [*ROOT.glob(path)]] == []
    links = re.findall(r"\]\(([^):]+)\)", text)
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


def test_every_recipe_ends_with_the_command_that_proves_it() -> None:
    recipes = CONTRIBUTING.partition("## Recipes")[2].partition("\n## ")[0].split("\n\n**")[1:]
    assert len(recipes) > 10
    last = [
        re.split(r"^\d\. ", each.partition("\n\n")[0], flags=re.MULTILINE)[-1] for each in recipes
    ]
    assert [each for each in last if not each.startswith("`.venv/bin/pytest tests/")] == []


def test_the_changelog_tells_what_is_new_in_this_version() -> None:
    releases = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert releases[0] == __version__
    assert len(releases) == len(set(releases))
