"""Counts how many of published invalid API documents get a message, and how many valid ones do.

python tools/scripts/check_invalid_documents.py FOLDER...

What lies below a folder called `fail` or `invalid` is expected to get a message, what lies below
`pass` or `valid` to get none. What `octavo check` says of the document counts, but for advice that
valid documents get, too. A line is printed for each set, with how many get only the message that
they describe no operations, and one for each document that is not as expected.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from octavo.builder.check.folder_check import check_folder as find_all
from octavo.problems import Code, Problem

INVALID = {"fail", "invalid"}
VALID = {"pass", "valid"}
ENDINGS = {".json", ".yaml", ".yml"}
SETTINGS = "site.json"
NOT_WRONG = {
    Code.API_SERVER_UNKNOWN,
    Code.API_SWAGGER_2,
    Code.API_SUMMARY_MISSING,
    Code.API_DESCRIPTION_MISSING,
    Code.API_ERROR_MISSING,
    Code.API_EXAMPLE_MISSING,
}
"""Notes on how a document is read, and advice: both may be in order."""


def main(folders: list[str]) -> int:
    if not folders:
        sys.exit("Name folders with API documents, or set DOCUMENTS for make.")
    return 1 if sum(check_folder(Path(folder)) for folder in folders) else 0


def check_folder(folder: Path) -> int:
    """Print a line for each set in a folder; return how many documents are not as expected."""
    with tempfile.TemporaryDirectory() as temporary:
        project = Path(temporary) / "project"
        copy_data(folder, project / "sets")
        (project / "index.mdx").write_text("---\ntitle: Start\n---\n")
        return sum(check_set(project, found) for found in find_sets(project / "sets"))


def copy_data(folder: Path, target: Path) -> None:
    """Copy all data: documents may refer to what lies beside their set."""
    for file in folder.rglob("*"):
        if file.suffix in ENDINGS and file.is_file():
            copy = target / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)


def find_sets(folder: Path) -> Iterator[Path]:
    """Return the folders called fail, invalid, pass or valid at or below a folder."""
    for path in (folder, *sorted(folder.rglob("*"))):
        if path.is_dir() and path.name in INVALID | VALID:
            yield path


def check_set(project: Path, folder: Path) -> int:
    is_invalid = folder.name in INVALID
    documents = [file for file in sorted(folder.rglob("*")) if file.suffix in ENDINGS]
    told, empty, lines = 0, 0, list[str]()
    for document in documents:
        everything = find_problems(project, document)
        problems = [each for each in everything if each.code is not Code.API_NO_OPERATIONS]
        told += bool(problems)
        empty += bool(everything) and not problems
        name = document.relative_to(folder)
        if is_invalid and not problems:
            lines.append(f"    {name}: {'no operations' if everything else 'nothing'} is told")
        elif not is_invalid:
            lines += [f"    {name}:{describe(each)}" for each in problems]
    title = f"{folder.relative_to(project / 'sets')}: {told} of {len(documents)} get a message"
    print("\n".join([f"{title}, {empty} more only that of no operations", *lines]), flush=True)
    return len(documents) - told if is_invalid else told


def find_problems(project: Path, document: Path) -> list[Problem]:
    """Return what a build tells about a document and the files that it refers to."""
    name = document.relative_to(project).as_posix()
    tab = {"name": "API", "url": "reference", "openapi": name}
    pages = [{"group": "Start", "pages": ["index"]}]
    settings = {"name": "Sets", "navigation": pages, "tabs": [tab]}
    (project / SETTINGS).write_text(json.dumps(settings))
    return [each for each in find_all(str(project)).problems if each.code not in NOT_WRONG]


def describe(problem: Problem) -> str:
    place = problem.location
    return f"{place.line}:{place.column}: {problem.severity}: {problem.message} [{problem.code}]"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
