"""Builds a site from each of many API documents and prints a line for each.

python tools/scripts/sweep_api_documents.py FILE-OR-FOLDER...

A line has the operations and webhooks of the document, the pages made for them, problems by
severity, seconds of CPU and megabytes of memory of the build, and the size of the largest and the
median page as it is sent (gzip). Of webhooks, a further line counts the fields that only the API
writes (`readOnly`), one for each name on each page, and those that are not in the page's Markdown.
Each document is built in a process of its own. The command fails
when an operation has not exactly one page, or a page lacks its method, its path or its contents.
"""

from __future__ import annotations

import gzip
import html
import json
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from octavo.builder.folder_build import build_folder
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node
from octavo.problems import count_by_severity
from octavo.project.discover import load_project
from octavo.site.load import load_site
from octavo.site.model import OperationBinding, Page
from octavo.site.urls import build_page_output, build_twin_output

ONE = "--one"
ENDINGS = {".json", ".yaml", ".yml"}
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
MARK = re.compile(r"""^\s*\{?\s*["']?(?:openapi|swagger)["']?\s*:""", re.MULTILINE)
OTHER_FILE = re.compile(r"""\$ref["']?\s*:\s*["']?(?!https?:)[^"'#\s]""")
MAIN = re.compile(r"<main\b.*?</main>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
SECTION = re.compile(r"<h2\b")
COLUMNS = (
    ("document", 34),
    ("operations", 10),
    ("webhooks", 8),
    ("pages", 6),
    ("errors", 6),
    ("warnings", 8),
    ("notes", 5),
    ("seconds", 7),
    ("MB", 5),
    ("largest KB", 10),
    ("median KB", 9),
)


@dataclass(slots=True)
class Result:
    """What the build of one document gave."""

    operations: int = 0
    webhooks: int = 0
    sent: int = 0
    """Fields of webhooks that only the API writes, and those of them that no page has."""
    unseen: int = 0
    pages: int = 0
    problems: dict[str, int] = field(default_factory=dict)
    seconds: float = 0
    megabytes: float = 0
    largest: float = 0
    median: float = 0
    faults: list[str] = field(default_factory=list)


def main(arguments: list[str]) -> int:
    if arguments[:1] == [ONE]:
        print(json.dumps(asdict(sweep(Path(arguments[1])))))
        return 0
    documents = [each for name in arguments for each in find_documents(Path(name))]
    if not documents:
        sys.exit("Name files or folders with API documents, or set DOCUMENTS for make.")
    print("  ".join(f"{title:>{width}}" for title, width in COLUMNS))
    failed = 0
    for document in documents:
        result = sweep_apart(document)
        print(line_of(document, result), flush=True)
        if result.sent:
            print(f"    fields of webhooks with `readOnly`: {result.sent}, unseen: {result.unseen}")
        for fault in result.faults[:10]:
            print(f"    {fault}")
        failed += bool(result.faults)
    print(f"{len(documents)} documents, {failed} with faults")
    return 1 if failed else 0


def line_of(document: Path, result: Result) -> str:
    name = f"{document.parent.name}/{document.name}"
    problems = result.problems
    cells = (
        name[-34:],
        result.operations,
        result.webhooks,
        result.pages,
        problems.get("error", 0),
        problems.get("warning", 0),
        problems.get("info", 0),
        f"{result.seconds:.2f}",
        f"{result.megabytes:.0f}",
        f"{result.largest:.1f}",
        f"{result.median:.1f}",
    )
    return "  ".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, COLUMNS, strict=True))


def find_documents(path: Path) -> Iterator[Path]:
    """Return a file, or the API documents in a folder and the folders below it."""
    if path.is_file():
        yield path
        return
    for file in sorted(path.rglob("*")):
        if file.suffix in ENDINGS and file.is_file() and MARK.search(file.read_text("utf-8")):
            yield file


def sweep_apart(document: Path) -> Result:
    """Build a document in a new process, so that its memory is its own."""
    command = [sys.executable, __file__, ONE, str(document)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines() or ["it ended without a word"]
        return Result(faults=[f"the build failed: {last[-1]}"])
    return Result(**json.loads(done.stdout.splitlines()[-1]))


def sweep(document: Path) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        project, output = Path(folder) / "project", Path(folder) / "site"
        write_project(project, document)
        started = time.process_time()
        report = build_folder(str(project), str(output))
        result = Result(seconds=time.process_time() - started)
        result.megabytes = most_memory()
        result.problems = {
            severity.value: count for severity, count in count_by_severity(report.problems).items()
        }
        if report.output is None:
            reasons = [f"{each.location}: {each.message} [{each.code}]" for each in report.problems]
            result.faults = ["nothing was built", *reasons]
            return result
        check(project, output, result)
        return result


def most_memory() -> float:
    """Return the most megabytes that this process held since its program was started."""
    status = Path("/proc/self/status")
    if status.exists():  # other than the resource usage, it does not count the parent's memory
        match = re.search(r"^VmHWM:\s*(\d+) kB", status.read_text(), re.MULTILINE)
        if match is not None:
            return int(match[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def write_project(project: Path, document: Path) -> None:
    """Make a project with the document, and the files beside it where it refers to any."""
    target = project / "openapi"
    if OTHER_FILE.search(document.read_text("utf-8")):
        shutil.copytree(document.parent, target)
    else:
        target.mkdir(parents=True)
        shutil.copy(document, target)
    tab = {"name": "API", "url": "reference", "openapi": f"openapi/{document.name}"}
    settings = {
        "name": "Sweep",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [tab],
    }
    (project / "site.json").write_text(json.dumps(settings))
    (project / "index.mdx").write_text("---\ntitle: Start\n---\n\nA page.\n")


def check(project: Path, output: Path, result: Result) -> None:
    """Compare the pages with the content of the document, counted by other means."""
    site = load_site(load_project(str(project))[0]).site
    if site is None or not site.api_documents:
        result.faults.append("the document is not part of the site")
        return
    document = site.api_documents[0]
    result.operations = count_operations(document, "paths")
    result.webhooks = sum(count_operations(document, key) for key in ("webhooks", "x-webhooks"))
    pages = [page for page in site.pages.values() if isinstance(page.binding, OperationBinding)]
    result.pages = len(pages)
    if result.pages != result.operations + result.webhooks:
        result.faults.append("the number of pages is not that of operations and webhooks")
    bound = {page.binding.entry.key for page in pages if isinstance(page.binding, OperationBinding)}
    if len(bound) != len(pages):
        result.faults.append("some operations have several pages")
    for page in pages:
        if isinstance(page.binding, OperationBinding) and page.binding.entry.key.is_webhook:
            twin = (output / build_twin_output(page.url)).read_text("utf-8")
            names = set(list_sent(document, page.binding.entry.node, set()))
            result.sent += len(names)
            result.unseen += sum(f"`{name}`" not in twin for name in names)
    sizes = []
    for page in pages:
        file = output / build_page_output(page.url)
        if file.is_file():
            data = file.read_bytes()
            sizes.append(len(gzip.compress(data, 6)) / 1024)
            result.faults.extend(find_faults(page, data.decode()))
        else:
            result.faults.append(f"{page.url}: there is no file")
    result.largest = max(sizes, default=0)
    result.median = statistics.median(sizes) if sizes else 0


def count_operations(document: ApiDocument, key: str) -> int:
    """Return how many operations the path items below a key have."""
    items = document.root.get(key)
    count = 0
    for name, item in items.items() if items else ():
        if name.startswith("x-"):
            continue
        target = document.resolve(item)
        methods: set[str] = set()
        for part in (item, target):
            methods |= set(methods_of(part)) if part is not None else set()
        count += len(methods)
    return count


def list_sent(document: ApiDocument, node: Node, passed: set[int]) -> Iterator[str]:
    """Yield the names of properties with `readOnly` at or below a node, each schema once."""
    node = document.resolve(node) or node
    if id(node.value) in passed:
        return
    passed.add(id(node.value))
    for name, each in node.items():
        if name == "properties":
            schemas = ((key, document.resolve(schema) or schema) for key, schema in each.items())
            yield from (key for key, schema in schemas if schema.is_true("readOnly"))
        if name not in ("responses", "callbacks", "example", "examples"):
            yield from list_sent(document, each, passed)
    for each in node.list_elements():
        yield from list_sent(document, each, passed)


def methods_of(item: Node) -> Iterator[str]:
    for name, each in item.items():
        if name.lower() in METHODS and isinstance(each.value, dict):
            if each.value.get("x-excluded") is not True:
                yield name.lower()
        elif name == "additionalOperations":
            yield from (f"+{method}" for method, _ in each.items())


def find_faults(page: Page, text: str) -> Iterator[str]:
    """Return what a page lacks."""
    match = MAIN.search(text)
    binding = page.binding
    if match is None or not isinstance(binding, OperationBinding):
        yield f"{page.url}: the page has no main part"
        return
    shown = re.sub(r"\s+", "", html.unescape(TAG.sub("", match[0])))
    key = binding.entry.key
    for what, words in (("method", key.method), ("path", key.path)):
        if re.sub(r"\s+", "", words) not in shown:
            yield f"{page.url}: the page does not show its {what} ({words})"
    if not SECTION.search(match[0]) and not binding.entry.description:
        yield f"{page.url}: the page is empty"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
