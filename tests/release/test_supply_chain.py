"""What continuous integration installs and runs is fixed to the byte; faults have a contact."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = {"dev": "checks", "release": "release"}
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
_ENTRY = re.compile(
    r"^([a-z0-9-]+)==(\S+)(?: ; [^\n\\]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE
)


def read_lock(extra: str) -> dict[str, str]:
    """Return the versions in a lock file; each of its lines belongs to an entry with hashes."""
    text = (ROOT / "requirements" / f"{LOCKS[extra]}.txt").read_text()
    assert _ENTRY.sub("", text).strip() == ""
    return {name: version for name, version, _hashes in _ENTRY.findall(text)}


def read_project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project


def list_requirements(extra: str) -> list[Requirement]:
    """Return what an extra needs, with the extras of Octavo's own that it names."""
    extras = read_project()["optional-dependencies"]
    result, todo = [], [extra]
    while todo:
        for requirement in map(Requirement, extras[todo.pop()]):
            if requirement.name == "octavo":
                todo += sorted(requirement.extras)
            else:
                result.append(requirement)
    return result + list(map(Requirement, read_project()["dependencies"]))


@pytest.mark.scorecard("SR-48")
@pytest.mark.parametrize("extra", LOCKS)
def test_every_requirement_is_locked_at_a_version_that_it_allows(extra: str) -> None:
    versions = read_lock(extra)
    requirements = list_requirements(extra)
    assert len(requirements) > 15
    wrong = [
        str(each)
        for each in requirements
        if not each.specifier.contains(versions.get(canonicalize_name(each.name), "0"))
    ]
    assert wrong == [], "run: make lock"


@pytest.mark.scorecard("SR-48")
@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_actions_of_fixed_commits_with_few_rights(path: Path) -> None:
    text = path.read_text()
    actions = re.findall(r"uses: *(.*)", text)
    assert actions
    assert [each for each in actions if not re.match(r"[\w/-]+@[0-9a-f]{40} # v\d", each)] == []
    assert re.search(r"^permissions:(?: \{\}|\n  contents: read)$", text, re.MULTILINE)
    assert "secrets." not in text
    installs = re.findall(r"pip install .*", text)
    assert [
        each for each in installs if "--require-hashes" not in each and "--editable" not in each
    ] == []


def test_a_release_has_provenance_and_a_bill_of_materials() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text()
    for step in ("make test-all", "make dist", "attest-build-provenance@", "attest-sbom@"):
        assert step in text
    audited = (ROOT / ".github/workflows/audit.yml").read_text()
    assert {f"requirements/{name}.txt" for name in LOCKS.values()} <= set(
        re.findall(r"-r (\S+)", audited)
    )


def test_the_contact_for_vulnerabilities_stands_in_one_place() -> None:
    text = (ROOT / "SECURITY.md").read_text()
    (contact,) = re.findall(r"^\*\*Contact:\*\* (.+)$", text, re.MULTILINE)
    others = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.mdx"))
    assert [path.name for path in others if contact in path.read_text()] == ["SECURITY.md"]
    for path in ("README.md", "CONTRIBUTING.md", "docs/about/security.mdx"):
        assert "SECURITY" in (ROOT / path).read_text(), path


def test_the_fonts_of_the_themes_are_made_with_the_versions_that_are_locked() -> None:
    text = tomllib.loads((ROOT / "pyproject.toml").read_text())
    hook = text["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    versions = read_lock("dev")
    fixed = dict(each.split("==") for each in hook["dependencies"] if "==" in each)
    assert fixed == {name: versions[name] for name in fixed}
    families = json.loads((ROOT / "src/octavo/theme/typefaces.json").read_text())["families"]
    assert {f"fontpkg-{key}" for key in families} | {"brotli", "fonttools"} == fixed.keys()
