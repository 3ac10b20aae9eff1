"""Compiles what is hot and pure with mypyc: beside its sources, or into a folder.

python tools/scripts/compiled.py [FOLDER]

Modules that define values are left out: mypyc does not pass `frozen=True` on to msgspec. Tests
cannot patch functions that are compiled. A generator in parentheses is a list there, made at once:
what must stop early, or has no end, is a function with `yield`. `extend` adds nothing at all if
what it adds fails halfway.
"""

from __future__ import annotations

import contextlib
import re
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
HOT = (
    "content/*.py",
    "content/mdx/**/*.py",
    "render/basis/*.py",
    "render/content/*.py",
    "render/content/components/*.py",
    "render/content/highlight/json_lines.py",
    "render/content/highlight/write.py",  # grammars are read once
    "render/twin/*.py",
    "search/*.py",
    "site/urls.py",
)
"""Where builds of pages spend their time, as seen from `src/octavo`."""
_SMALL = ["-fvisibility=hidden", "-fno-asynchronous-unwind-tables"]
_SMALL_FILES = ["-s", "-Wl,-z,noseparate-code"]
"""Leave out names of functions, and the room up to the next page of memory, in each file."""
_VALUES = re.compile(r"^class \w+\(Struct\b", re.MULTILINE)


def list_modules() -> list[Path]:
    """Return the modules that are compiled."""
    files = sorted({path for pattern in HOT for path in (SOURCES / "octavo").glob(pattern)})
    modules = (path for path in files if path.name != "__init__.py")
    return [path for path in modules if not _VALUES.search(path.read_text("utf-8"))]


def list_compiled(folder: Path) -> list[Path]:
    """Return what was compiled into a folder."""
    return [path for path in sorted(folder.rglob("*")) if path.suffix in {".so", ".pyd"}]


def compile_modules(folder: Path) -> None:
    """Compile the modules into a folder."""
    work = ROOT / "build/compiled"
    work.mkdir(parents=True, exist_ok=True)
    with contextlib.chdir(ROOT):
        extensions = mypycify(
            [str(path.relative_to(ROOT)) for path in list_modules()],
            # Small is quick enough: most of the time goes into functions of Python itself.
            opt_level="1" if sys.platform == "win32" else "s",
            debug_level="0",
            multi_file=True,
            target_dir=str(work),
            group_name="octavo",
        )
        for extension in extensions:
            # mypyc forgets what is before a dot.
            extension.include_dirs.append(str(work / "octavo"))
            if sys.platform == "linux":
                extension.extra_compile_args += _SMALL
                extension.extra_link_args += _SMALL_FILES
        command = build_ext(Distribution({"name": "octavo", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(folder), str(work / "objects")
        command.ensure_finalized()
        command.run()


if __name__ == "__main__":
    compile_modules(Path(sys.argv[1]).resolve() if sys.argv[1:] else SOURCES)
