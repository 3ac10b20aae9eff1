"""What other programs may build on: the names that the documentation lists, and no others."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import octavo
from tests.release.installed import ROOT

PAGE = ROOT / "docs/reference/python.mdx"
_IMPORT = re.compile(
    r"^\s*(?:from (octavo[\w.]*) import (.+)|import (octavo[\w.]*))$", re.MULTILINE
)


def list_rows(heading: str) -> list[str]:
    """Return the names in the table below a heading of the page."""
    section = PAGE.read_text().partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([\w-]+)`", section, re.MULTILINE)


def test_the_names_that_are_listed_are_those_that_there_are() -> None:
    assert sorted(octavo.__all__) == ["__version__", "asgi_app"]
    assert [name for name in octavo.__all__ if f"`octavo.{name}`" not in PAGE.read_text()] == []
    assert dir(octavo) == sorted(octavo.__all__)
    for name in octavo.__all__:
        assert getattr(octavo, name)


def test_type_checkers_see_the_same_names() -> None:
    stub = ast.parse((ROOT / "src/octavo/__init__.pyi").read_text())
    names = {
        alias.asname
        for node in stub.body if isinstance(node, ast.ImportFrom)
        for alias in node.names
    } | {
        node.target.id
        for node in stub.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }  # fmt: skip
    assert names - {"__all__"} == set(octavo.__all__)
    assert (ROOT / "src/octavo/py.typed").exists()


def test_every_argument_is_described() -> None:
    arguments = list(inspect.signature(octavo.asgi_app).parameters)
    assert list_rows("`asgi_app`") == arguments
    assert octavo.asgi_app.__doc__ is not None
    for name in arguments[1:]:
        assert f"`{name}`" in octavo.asgi_app.__doc__


def test_every_extra_is_described() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].keys() - {"dev", "release"}
    assert set(list_rows("Extras")) == extras


def test_no_page_shows_a_name_that_is_private() -> None:
    for page in [*(ROOT / "docs").rglob("*.mdx"), ROOT / "README.md"]:
        if "architecture" in page.name:  # is for those who change Octavo itself
            continue
        for module, names, plain in _IMPORT.findall(page.read_text()):
            assert (module or plain) == "octavo", f"{page}: {module or plain}"
            shown = {name.strip() for name in names.split(",") if name.strip()}
            assert shown <= set(octavo.__all__), page


def test_an_application_that_uses_it_is_checked_with_its_types(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(
        "from octavo import __version__, asgi_app\n"
        "app = asgi_app('dist', proxy=False)\nversion: str = __version__\n"
    )
    (tmp_path / "wrong.py").write_text("from octavo import asgi_app\nasgi_app(1, proxy='no')\n")
    # As strict as the repository's own checks, without reading modules twice.
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    command += ["--cache-dir", str(ROOT / ".mypy_cache"), "right.py", "wrong.py"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    wrong = [line for line in ran.stdout.splitlines() if ": error:" in line]
    assert [line.partition(":")[0] for line in wrong] == ["wrong.py", "wrong.py"], ran.stdout
