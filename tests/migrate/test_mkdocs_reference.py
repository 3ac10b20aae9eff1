"""Blocks of mkdocstrings: objects of Python, written out as pages."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.problems import Severity
from octavo_migrate.mkdocs.reference.index import load_inventories, parse_inventory
from octavo_migrate.mkdocs.settings_file import load_settings_file
from octavo_migrate.moved_site import Note
from octavo_migrate.project_files import open_reach
from tests.migrate.test_mkdocs import move
from tests.project_folder import write_files

SETTINGS = """
site_name: Kettle
plugins:
  - autorefs
  - mkdocstrings:
      handlers:
        python:
          paths: [src]
          options: {show_root_heading: true, summary: true}
markdown_extensions: [admonition, attr_list, pymdownx.superfences]
"""
KETTLE = '''
"""Boils water."""
from typing import *
from elsewhere import thing
from kettle._core import Kettle, Broken, boil
__all__ = ["Kettle", "boil"]
raise RuntimeError("this is never run")
'''
CORE = '''
from typing import Annotated, overload
from typing_extensions import Doc

class Broken(Exception):
    """The kettle leaks."""

class Base:
    """What heats."""

    def stop(self):
        """Stop it."""

class Kettle(Base):
    """A kettle of {copper} <steel>.

    See [boil][kettle.boil], and [the guide][heating-up].

    Attributes:
        size: How much it holds.
    """

    #: not a docstring
    hidden = 1
    size: int = 2
    """Its size."""

    def __init__(self, size: int = 2, *, cold: bool = True) -> None:
        """Make one.

        Args:
            size: How much it holds, in `{liters}`.
        """

    @classmethod
    async def pour(cls, other: "Kettle", /, *cups: str, **more: int) -> Kettle | None:
        """Pour it.

        Args:
            other: Where the water goes.

                Even a second paragraph.

        Returns:
            The other one.

        Raises:
            Broken: If it leaks.

        Examples:
            >>> Kettle.pour(other)
            None

        !!! warning
            Hot.
        """

    @property
    def full(self) -> bool:
        """Whether it is full."""

    def _private(self):
        """Nobody sees this."""

    def undocumented(self): ...

def boil(
    kettle: Annotated[Kettle, Doc("What is *heated*.")],
    degrees_of_the_water: float = 100.0,
    *,
    unit="C",
) -> bool:
    """Boil water.

    # Details

    It takes a while.
    """
'''
PROJECT: dict[str, Any] = {
    "mkdocs.yml": SETTINGS,
    "docs/index.md": "# Home\n\n[`Kettle.pour`][kettle.Kettle.pour] and [no][kettle.nothing].\n",
    "docs/guide.md": "# Guide\n\n## Heating up\n\nText: [Heating up][], [`kettle.boil`][].\n",
    "docs/api.md": "# API\n\n::: kettle\n    options:\n      show_root_heading: false\n",
    "docs/part.md": '# Part\n\n=== "Only"\n\n    ::: kettle._core.Base\n        options:\n'
    "          members: [stop]\n",
    "docs/own.md": "# ::: kettle._core.Broken\n",
    "docs/gone.md": "# Gone\n\n::: nowhere.Thing\n\n::: kettle.Nothing\n",
    "src/kettle/__init__.py": KETTLE,
    "src/kettle/_core.py": CORE,
}


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    new, _, report = move(tmp_path_factory.mktemp("reference"), PROJECT)
    return new, report


def test_objects_have_headings_with_their_paths_as_ids(moved: tuple[Path, str]) -> None:
    page = (moved[0] / "api.md").read_text()
    ids = [line.split("{#")[1][:-1] for line in page.split("\n") if line.endswith("}")]
    assert ids == [
        "kettle.Kettle",
        "kettle.Kettle.full",
        "kettle.Kettle.size",
        "kettle.Kettle.__init__",
        "kettle.Kettle.pour",
        "kettle.boil",
    ]
    assert '<span id="kettle"></span>' in page
    assert "Boils water." in page


def test_signatures_are_code(moved: tuple[Path, str]) -> None:
    page = (moved[0] / "api.md").read_text()
    for code in (
        "```python\nclass Kettle(size: int = 2, *, cold: bool = True)\n```",
        "@classmethod\nasync def pour(other: Kettle, /, *cups: str, **more: int) -> Kettle | None",
        "```python\nfull: bool  # property\n```",
        "```python\nsize: int = 2\n```",
        "(\n    kettle: Kettle,\n    degrees_of_the_water: float = 100.0,\n    *,\n    unit='C',",
    ):
        assert code in page


def test_docstrings_are_fields_and_text(moved: tuple[Path, str]) -> None:
    page = (moved[0] / "api.md").read_text()
    assert "A kettle of \\{copper} \\<steel>." in page
    assert 'name="size" type="int" default="2">\n\nHow much it holds, in `{liters}`.' in page
    assert "Where the water goes.\n\nEven a second paragraph." in page
    assert "What is *heated*." in page
    assert "```pycon\n>>> Kettle.pour(other)\nNone\n```" in page
    assert '<Warning title="Warning">\n\nHot.' in page
    assert "\n### Details\n" in page
    assert 'type={<span><a href="/own#kettle._core.Broken">Broken</a></span>}' in page
    assert "Bases: [`Base`](/part#kettle._core.Base)" in page


def test_links_and_types_lead_to_objects_and_headings(moved: tuple[Path, str]) -> None:
    home, page = (moved[0] / "index.md").read_text(), (moved[0] / "api.md").read_text()
    assert "[`Kettle.pour`](/api#kettle.Kettle.pour)" in home
    assert "[boil](#kettle.boil), and [the guide](/guide#heating-up)" in page
    assert 'type={<span><a href="#kettle.Kettle">Kettle</a></span>}' in page
    assert "and no." in home
    guide = (moved[0] / "guide.md").read_text()
    assert "Text: [Heating up](#heating-up), [`kettle.boil`](/api#kettle.boil)." in guide


def test_blocks_stand_inside_of_other_blocks(moved: tuple[Path, str]) -> None:
    page = (moved[0] / "part.md").read_text()
    assert "## `kettle._core.Base` {#kettle._core.Base}" in page
    assert "### `stop` {#kettle._core.Base.stop}" in page


def test_a_block_may_be_a_heading(moved: tuple[Path, str]) -> None:
    page = (moved[0] / "own.md").read_text()
    assert page.startswith("## `kettle._core.Broken` {#kettle._core.Broken}\n")


def test_the_reference_is_built_as_it_is_written(moved: tuple[Path, str], tmp_path: Path) -> None:
    built = build_folder(str(moved[0]), str(tmp_path / "out"))
    told = [str(each) for each in built.problems if each.severity is not Severity.INFO]
    assert [each for each in told if "site.json" not in each] == []
    page = (tmp_path / "out/api/index.html").read_text()
    assert 'id="kettle.Kettle.pour"' in page
    assert 'href="#kettle.Kettle">Kettle</a>' in page
    home = (tmp_path / "out/index.html").read_text()
    assert 'href="/api/#kettle.Kettle.pour"' in home
    twin = (tmp_path / "out/api.md").read_text()
    assert "Where the water goes." in twin


def test_what_is_not_found_is_listed_and_leaves_a_trace(moved: tuple[Path, str]) -> None:
    new, report = moved
    page = (new / "gone.md").read_text()
    assert "The reference of `nowhere.Thing`" in page
    lost = report.split("## Not carried over")[1].split("\n## ")[0]
    assert "the reference of `nowhere.Thing` is not written: its source was not found" in lost
    assert "the reference of `kettle.Nothing` is not written" in lost
    assert "`docs/gone.md` at 3:1" in lost
    assert "a link leads to what no page of this site documents" in lost
    assert "`summary`" in lost
    assert "To renew it" in report.split("## Changed")[1]


@pytest.mark.parametrize(
    ("style", "docstring"),
    [
        ("google", "Text.\n\n    Args:\n        one: First.\n\n    Returns:\n        Last.\n"),
        (
            "numpy",
            (
                "Text.\n\n    Parameters\n    ----------\n    one\n        First.\n\n"
                "    Returns\n    -------\n    bool\n        Last.\n"
            ),
        ),
        ("sphinx", "Text.\n\n    :param one: First.\n    :returns: Last.\n"),
    ],
)
def test_styles_of_docstrings(tmp_path: Path, style: str, docstring: str) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nplugins: [mkdocstrings]\n",
        "docs/index.md": f"::: one.run\n    options:\n      docstring_style: {style}\n",
        "one.py": f'def run(one: int) -> bool:\n    """{docstring}    """\n',
    }
    new, _, _ = move(tmp_path, files)
    page = (new / "index.md").read_text()
    assert '<ResponseField name="one" type="int">\n\nFirst.\n\n</ResponseField>' in page
    assert '<ResponseField type="bool">\n\nLast.\n\n</ResponseField>' in page


MEMBERS = '''
"""All."""
def zebra():
    """Z."""
def apple():
    """A."""
def _own():
    """O."""
def plain(): ...
'''


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("{}", ["apple", "zebra"]),
        ("{members_order: source}", ["zebra", "apple"]),
        ("{members: [zebra, plain]}", ["zebra", "plain"]),
        ("{members: false}", []),
        ("{show_if_no_docstring: true}", ["apple", "plain", "zebra"]),
        ("{filters: ['!^a']}", ["_own", "zebra"]),
        ("{filters: ['^a']}", ["apple"]),
        ("{filters: public}", ["apple", "zebra"]),
        ("{filters: ['[']}", []),
    ],
)
def test_members_are_chosen_by_options(tmp_path: Path, options: str, expected: list[str]) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nplugins: [mkdocstrings]\n",
        "docs/index.md": f"::: one\n    options: {options}\n",
        "one.py": MEMBERS,
    }
    new, _, _ = move(tmp_path, files)
    page = (new / "index.md").read_text()
    assert [line[4:].split("`")[0] for line in page.split("\n") if line[:4] == "## `"] == expected


def test_source_is_shown_where_it_is_asked_for(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nplugins: [mkdocstrings]\n",
        "docs/index.md": "::: one.apple\n    options:\n      show_source: true\n",
        "one.py": MEMBERS,
    }
    new, _, _ = move(tmp_path, files)
    assert 'def apple():\n    """A."""\n```\n\n</Accordion>' in (new / "index.md").read_text()


def test_blocks_of_mkautodoc_are_written_out(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nmarkdown_extensions: [mkautodoc]\n",
        "docs/index.md": "::: one\n    :docstring:\n    :members: zebra\n",
        "one.py": MEMBERS,
    }
    new, _, _ = move(tmp_path, files)
    page = (new / "index.md").read_text()
    assert "All." in page
    assert "## `zebra` {#one.zebra}" in page
    assert "apple" not in page


@pytest.mark.parametrize(
    "code",
    [
        "def broken(:\n",
        "x = \0\n",
        "from one import one\none = one\n",
        "x = " + "(" * 500 + ")" * 500,
        "class A(A): pass\n",
    ],
)
def test_code_that_cannot_be_read_is_listed(tmp_path: Path, code: str) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nplugins: [mkdocstrings]\n",
        "docs/index.md": "::: one.thing\n",
        "one.py": code,
    }
    _, _, report = move(tmp_path, files)
    assert "the reference of `one.thing` is not written" in report


def test_no_code_outside_of_the_repository_is_read(tmp_path: Path) -> None:
    write_files(tmp_path / "other", {"secret.py": 'def key():\n    """Secret."""\n'})
    old = tmp_path / "old"
    files = {
        "mkdocs.yml": SETTINGS.replace("[src]", "[../other, src]"),
        "docs/index.md": "::: secret\n\n::: linked\n",
        "src/own.py": "",
    }
    write_files(old, files)
    (old / "src/linked.py").symlink_to(tmp_path / "other/secret.py")
    _, _, report = move(tmp_path, {})
    assert "the reference of `secret` is not written" in report
    assert "the reference of `linked` is not written" in report
    assert "Secret" not in (tmp_path / "new/index.md").read_text()


def test_without_griffe_the_extra_is_named(tmp_path: Path) -> None:
    old = write_files(tmp_path / "old", PROJECT)
    code = (
        "import sys; sys.modules['griffe'] = None\n"
        "from octavo.cli.entry import main\n"
        f"sys.exit(main(['migrate', {str(old)!r}, '-o', {str(tmp_path / 'new')!r}]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "pip install 'octavo[python-reference]'" in ran.stderr


INVENTORY = b"# Sphinx inventory version 2\n# Project: P\n# Version: 1\n# zlib\n" + zlib.compress(
    b"asyncio.Lock py:class 1 library/sync.html#$ -\nglossary std:label -1 glossary.html -\n"
)


def test_objects_of_other_sites_are_found_in_their_inventories() -> None:
    base = "https://docs.example.com/3"
    links = {"asyncio.Lock": f"{base}/library/sync.html#asyncio.Lock"}
    assert parse_inventory(INVENTORY, base, ["py"]) == links
    header = b"\n".join(INVENTORY.split(b"\n")[:4])
    for wrong in (b"", b"<html>", header, header + b"\nnot packed"):
        with pytest.raises((ValueError, zlib.error)):
            parse_inventory(wrong, base, ["py"])


def test_inventories_are_loaded_where_links_need_them(tmp_path: Path) -> None:
    address = "https://docs.example.com/3/objects.inv"
    settings = SETTINGS.replace("[src]", f"[src]\n          inventories: [{address}]")
    write_files(tmp_path, {"mkdocs.yml": settings})
    file = load_settings_file(str(tmp_path), open_reach(str(tmp_path)), "mkdocs.yml")
    asked: list[str] = []

    def load(address: str) -> bytes:
        asked.append(address)
        return INVENTORY

    notes: list[Note] = []
    assert load_inventories(file, ["no links"], notes, load) == {}
    assert asked == []
    assert "asyncio.Lock" in load_inventories(file, ["[a][b]"], notes, load)
    assert asked == [address]
    assert notes == []
    assert load_inventories(file, ["[a][b]"], notes, lambda _: b"nothing") == {}
    assert address in notes[0].message
