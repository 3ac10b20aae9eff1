"""The wheel in a separate environment: every command works, and so does every extra."""

from __future__ import annotations

import json
import tarfile
import tomllib
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from octavo import __version__
from tests.project_folder import write_files
from tests.release.installed import ROOT, Installed, build_release, make_environment
from tests.served_sites import ask

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
DIAGRAM = "---\ntitle: Start\n---\n\n```mermaid\ngraph LR\n  a --> b\n```\n"
RARE = "---\ntitle: Rare\n---\n\n```haskell\nmain = do print 1 -- x\n```\n"
REFERENCE = {
    "mkdocs.yml": "site_name: T\nplugins: [mkdocstrings]\n",
    "docs/index.md": "# T\n\n::: plants\n",
    "plants.py": '"""What grows."""\n\n\ndef water(liters: int) -> None:\n    """Give water."""\n',
}
"""A project of MkDocs that describes a Python module."""
MOST_MEGABYTES = 63
COMPILED = {".so", ".pyd"}
"""What `make compiled` puts beside the sources: it is in no wheel of plain Python."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return make_environment(tmp_path_factory.mktemp("release"))


@pytest.fixture(scope="module")
def project(installed: Installed) -> Path:
    """A project that `octavo init` made, and its built site in `dist`."""
    folder = installed.folder.parent / "project"
    made = installed.run("octavo", "init", str(folder), cwd=installed.folder.parent)
    assert made.returncode == 0, made.stderr
    built = installed.run("octavo", "build", "--strict", cwd=folder)
    assert built.returncode == 0, built.stderr
    assert (folder / "dist/index.html").is_file()
    return folder


def test_the_wheel_is_octavo_and_nothing_beside_it(installed: Installed) -> None:
    names = zipfile.ZipFile(installed.wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"octavo", "octavo_migrate", f"octavo-{__version__}.dist-info"}
    assert {"octavo/py.typed", "octavo/__init__.pyi"} <= set(names)
    source = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in COMPILED
    }
    assert {name for name in names if ".dist-info/" not in name} == source


@pytest.mark.whole
def test_the_source_release_holds_what_is_needed_to_test_it(tmp_path: Path) -> None:
    (release,) = build_release(tmp_path, "sdist")
    with tarfile.open(release) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("pyproject.toml", "Makefile", "LICENSE", "README.md", "CONTRIBUTING.md",
                 "src/octavo/py.typed", "tests/release/test_wheel.py", "tools/scripts/setup",
                 "docs/site.json", "examples/garden/site.json",
                 "tools/quality/server.py"):  # fmt: skip
        assert name in names
    assert not [name for name in names if "__pycache__" in name or name.startswith(".venv")]


def test_a_plain_install_is_small(installed: Installed) -> None:
    """All files that pip writes count, also compiled ones; the environment has no others."""
    packages = installed.packages
    installed.run("python", "-m", "compileall", "-qq", str(packages), cwd=installed.folder.parent)
    sizes: Counter[str] = Counter()
    for path in packages.rglob("*"):
        if path.is_file():
            is_compiled = "__pycache__" in path.parts
            sizes["compiled" if is_compiled else path.relative_to(packages).parts[0]] += (
                path.stat().st_size
            )
    used = sum(sizes.values())
    largest = ", ".join(f"{name} {size / 1e6:.1f}" for name, size in sizes.most_common(8))
    print(f"{used / 1e6:.1f} MB installed: {largest}")
    assert sizes["compiled"] > 1e6
    assert used < MOST_MEGABYTES * 1e6, largest


def test_it_runs_from_the_environment_alone(installed: Installed) -> None:
    where = "import octavo, sys; print(octavo.__file__); print(*sys.path, sep='\\n')"
    ran = installed.run("python", "-c", where, cwd=installed.folder.parent)
    assert str(ROOT) not in ran.stdout
    assert ran.stdout.startswith(str(installed.folder))
    version = installed.run("octavo", "--version", cwd=installed.folder.parent)
    assert version.stdout == f"octavo {__version__}\n"


def test_a_new_project_is_checked_and_searched(installed: Installed, project: Path) -> None:
    checked = installed.run("octavo", "check", "--strict", cwd=project)
    assert checked.returncode == 0, checked.stderr
    found = installed.run("octavo", "search", "dist", "quickstart", "--format", "json", cwd=project)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)


def test_a_built_site_is_served(installed: Installed, project: Path) -> None:
    with installed.serving("octavo", "serve", "dist", "--port", "0", cwd=project) as port:
        page = ask(port, "/")
        assert (page.status, page.body) == (200, (project / "dist/index.html").read_bytes())
        assert ask(port, "/", headers={"Accept": "text/markdown"}).body.startswith(b"# ")


def test_a_project_is_previewed(installed: Installed, project: Path) -> None:
    with installed.serving("octavo", "dev", "--port", "0", "--no-open", cwd=project) as port:
        assert b"<h1" in ask(port, "/").body


def test_an_api_document_is_answered_for_and_written_as_pages(
    installed: Installed, project: Path
) -> None:
    document = next(
        path.name for path in project.iterdir() if path.suffix in {".yaml", ".json"}
        and "openapi:" in path.read_text()
    )  # fmt: skip
    with installed.serving("octavo", "mock", document, "--port", "0", cwd=project) as port:
        assert ask(port, "/nothing-of-the-kind").status == 404
    written = installed.run("octavo", "openapi-file", document, "-o", "pages", cwd=project)
    assert written.returncode == 0, written.stderr
    assert list((project / "pages").rglob("*.mdx"))


def test_the_extra_for_everything_names_all_others() -> None:
    others = sorted(EXTRAS.keys() - {"all", "dev", "release"})
    assert EXTRAS["all"] == [f"octavo[{','.join(others)}]"]
    assert "octavo[all]" in EXTRAS["dev"]


@pytest.mark.whole
def test_what_needs_an_extra_names_it_and_works_with_it(
    installed: Installed, project: Path, tmp_path: Path
) -> None:
    """One test, because each step needs the environment as the one before has left it."""
    write_files(project, {"diagram.mdx": DIAGRAM, "rare.mdx": RARE})
    mkdocs = write_files(tmp_path / "mkdocs", REFERENCE)
    build = ("octavo", "build", "-o", str(tmp_path / "out"), "--no-cache", "--compress")
    share = (*build, "--site-url", "https://docs.example.com")
    serve = ("octavo", "serve", "dist", "--port", "0")
    votes = ("octavo", "insights", "--database", "postgresql://nobody@127.0.0.1:1/none")

    def migrate(name: str) -> tuple[str, ...]:
        return ("octavo", "migrate", str(mkdocs), "-o", str(tmp_path / name))

    def told(*command: str) -> str:
        ran = installed.run(*command, cwd=project)
        return ran.stdout + ran.stderr

    before = told(*share)
    assert "octavo[diagrams]" in before
    assert "octavo[pictures]" in before
    assert "octavo[languages]" in before
    assert "octavo[python-reference]" in told(*migrate("without"))
    assert not list((tmp_path / "out").rglob("*.br"))
    assert "octavo[postgres]" in told(*votes)
    assert "octavo[mcp]" in told(*serve, "--mcp")
    assert "octavo[mcp]" in told("octavo", "mcp", "dist")

    installed.add("diagrams")
    assert "octavo[diagrams]" not in told(*build)
    assert b"<svg" in b"".join(path.read_bytes() for path in (tmp_path / "out/diagram").iterdir())
    installed.add("languages")
    assert "octavo[languages]" not in told(*build)
    assert '<span class="c">-- x</span>' in (tmp_path / "out/rare/index.html").read_text()
    installed.add("python-reference")
    assert "octavo[python-reference]" not in told(*migrate("with"))
    assert "water" in "".join(path.read_text() for path in (tmp_path / "with").glob("*.md"))
    installed.add("pictures")
    assert "octavo[pictures]" not in told(*share)
    assert list((tmp_path / "out").rglob("*.png"))
    installed.add("serve")
    told(*build)
    assert list((tmp_path / "out").rglob("*.br"))
    installed.add("postgres")
    after = told(*votes)
    assert "octavo[postgres]" not in after
    assert "Traceback" not in after
    installed.add("mcp")
    with installed.serving(*serve, "--mcp", cwd=project) as port:
        assert ask(port, "/mcp", "POST", b"{}").status != 404
    installed.add("all")
    installed.install("all")
