"""Prints how the house stands: lines by room, the largest rooms and modules, and what to mend.

python tools/scripts/house.py
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
LONG_FUNCTION = 40
MOST_LINES = {"src": 70_000, "octavo": 58_000}
MANY_ROOMS = 5


def list_modules() -> Iterator[tuple[Path, str]]:
    """Return the modules of both packages, with their texts."""
    for path in sorted(SOURCES.rglob("*.py")):
        yield path, path.read_text(encoding="utf-8")


def count_lines(depth: int) -> Counter[str]:
    """Return the lines of Python of each package, or of rooms inside."""
    lines: Counter[str] = Counter()
    for path, text in list_modules():
        room = path.relative_to(SOURCES).parent.parts[:depth]
        lines[".".join(room)] += text.count("\n")
    return lines


def list_functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return all functions of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def count_inner_imports(tree: ast.AST) -> int:
    """Return how many imports stand inside functions."""
    inner = {
        node
        for function in list_functions(tree)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    return len(inner)


def list_upward_imports() -> list[str]:
    """Return the imports that the contracts about rooms allow although they lead up."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    layered = (each for each in contracts if each["type"] == "layers")
    return [line for contract in layered for line in contract.get("ignore_imports", ())]


def count_mending() -> Counter[str]:
    """Return how often the code has what we would rather not see."""
    counts: Counter[str] = Counter()
    for _, text in list_modules():
        tree = ast.parse(text)
        sizes = [(each.end_lineno or 0) - each.lineno + 1 for each in list_functions(tree)]
        counts["functions over 40 lines"] += sum(size > LONG_FUNCTION for size in sizes)
        counts["noqa"] += text.count("# noqa")
        counts["type ignores"] += text.count("# type: ignore")
        counts["imports inside functions"] += count_inner_imports(tree)
    counts["arrows up"] = len(list_upward_imports())
    return counts


def list_common_names() -> list[str]:
    """Return the names that files have in several rooms."""
    names = Counter(path.name for path, _ in list_modules())
    own = {"__init__.py", "__main__.py"}
    return [
        f"{name} ({count})"
        for name, count in names.most_common()
        if count >= MANY_ROOMS and name not in own
    ]


def main() -> None:
    """Print all of it."""
    packages, rooms = count_lines(1), count_lines(2)
    packages["src"] = packages.total()
    print("Lines of Python")
    for name, most in MOST_LINES.items():
        print(f"  {name:34} {packages[name]:7,}  of {most:,}")
    for name, lines in rooms.most_common():
        print(f"  {name:34} {lines:7,}")
    sizes = Counter({path: text.count("\n") for path, text in list_modules()})
    folders = Counter(path.parent for path in sizes)
    print("Largest")
    for path, lines in sizes.most_common(3):
        print(f"  {path.relative_to(SOURCES).as_posix():34} {lines:7,} lines")
    for folder, count in folders.most_common(2):
        print(f"  {folder.relative_to(SOURCES).as_posix():34} {count:7,} modules")
    print("To mend")
    for what, count in count_mending().items():
        print(f"  {what:34} {count:7,}")
    print(f"  names in {MANY_ROOMS} rooms or more: {', '.join(list_common_names()) or 'none'}")


if __name__ == "__main__":
    main()
