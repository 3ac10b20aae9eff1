"""What becomes of very many damaged API documents: read, and some of them built into sites."""

from __future__ import annotations

import json
import random
import signal
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from octavo.builder.folder_build import build_folder
from octavo.project.documents.api_files import parse_data
from scorecard.finding import Finding, judge
from tests.api_documents import LIBRARY
from tests.openapi.api_documents import FOLDER, REPOSITORY
from tests.openapi.document.damaged_documents import (
    BODIES,
    SEED,
    check_problems,
    damage_text,
    damage_tree,
    read_fully,
)

DOCUMENTS = 10_000
BUILT_EVERY = 10
PROCESSES = 2
MOST_SECONDS = 5.0
"""Of the processor's time: what else runs here says nothing about a document."""
_GIVEN_UP_AFTER = 120
_LARGEST_SEED = 64 * 1024
_SETTINGS: dict[str, Any] = {
    "name": "Damaged",
    "navigation": [{"group": "A", "pages": ["index"]}],
}


@dataclass
class Tally:
    """What came of some documents."""

    read: int = 0
    built: int = 0
    told: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seed:
    """A document without fault."""

    name: str
    text: str
    tree: Any


def measure_damaged_documents() -> Finding:
    """Damage documents at random, the same ones each time, in some processes at once."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        tallies = list(pool.map(_try_documents, range(PROCESSES)))
    faults = [fault for tally in tallies for fault in tally.faults]
    read, built, told = (
        sum(getattr(tally, name) for tally in tallies) for name in ("read", "built", "told")
    )
    figure = (
        f"{read:,} documents from {len(_load_seeds())} seeds, {built:,} built into sites, "
        f"{told:,} problems told, {len(faults)} crashes, hangs or problems without a place"
    )
    return judge(figure, *faults)


def _load_seeds() -> list[Seed]:
    texts = {"seed.yaml": SEED, "library.json": json.dumps(LIBRARY, indent=1)}
    texts["garden.yaml"] = (REPOSITORY / "examples/garden/openapi.yaml").read_text("utf-8")
    if FOLDER.is_dir():
        for path in sorted(FOLDER.glob("*.*")):
            if path.suffix in (".json", ".yaml") and path.stat().st_size <= _LARGEST_SEED:
                texts[path.name] = path.read_text("utf-8")
    return [Seed(name, text, parse_data(text, name)[0]) for name, text in texts.items()]


def _try_documents(process: int) -> Tally:
    chance = random.Random(1800 + process)
    seeds = _load_seeds()
    weights = [1 / len(seed.text) for seed in seeds]  # small ones more often
    tally = Tally()
    signal.signal(signal.SIGALRM, _give_up)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(DOCUMENTS // PROCESSES):
            text, name = _damage(chance.choices(seeds, weights)[0], chance)
            where = f"document {number} of process {process}"
            tally.read += 1
            _watch(tally, where, partial(_read, text, name))
            if number % BUILT_EVERY == 0:
                tally.built += 1
                _watch(tally, where, partial(_build, Path(folder), text, name))
    return tally


def _damage(seed: Seed, chance: random.Random) -> tuple[str, str]:
    """Return a text, and the name that says how it is written."""
    if chance.random() < 0.5:
        return damage_text(seed.text, chance), f"api{Path(seed.name).suffix}"
    return damage_tree(seed.tree, chance), "api.json"


def _watch(tally: Tally, where: str, action: Callable[[], int]) -> None:
    """Do something with a document, and note what goes wrong."""
    signal.alarm(_GIVEN_UP_AFTER)
    started = time.process_time()
    try:
        tally.told += action()
    except Exception as error:  # whatever it is, the document must not have caused it
        tally.faults.append(f"{where}: {type(error).__name__} {str(error)[:200]}")
    finally:
        signal.alarm(0)
    seconds = time.process_time() - started
    if seconds > MOST_SECONDS:
        tally.faults.append(f"{where}: {seconds:.1f} s")


def _give_up(*_arguments: object) -> NoReturn:
    raise TimeoutError


def _read(text: str, name: str) -> int:
    problems = read_fully(text, name)
    check_problems(problems, text, name)
    return len(problems)


def _build(folder: Path, text: str, name: str) -> int:
    """Build a site of a document, with all its pages."""
    project = folder / "project"
    project.mkdir(exist_ok=True)
    for old in project.glob("api.*"):
        old.unlink()
    settings = {**_SETTINGS, "tabs": [{"name": "API", "url": "api", "openapi": name}]}
    (project / "site.json").write_text(json.dumps(settings))
    (project / "index.mdx").write_text("Home.\n")
    (project / "bodies.yaml").write_text(BODIES)
    (project / name).write_text(text, "utf-8")
    report = build_folder(str(project), str(folder / "out"))
    check_problems(list(report.problems), text, name)
    if report.output is None and not report.problems:
        raise AssertionError("nothing was built, and nothing was told")
    return 0
