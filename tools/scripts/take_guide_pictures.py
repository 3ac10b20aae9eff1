"""Takes the pictures of the guides: what readers and authors see of Octavo, in both modes.

python -m scripts.take_guide_pictures [names]    (needs Chromium; `make pictures` runs it)
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from octavo import theme
from octavo.server.feedback.insights.report_page import render_report_page
from scripts.guide_samples import FAULTY_PROJECT, LANGUAGES_PROJECT, build_sample_report
from scripts.pictures import (
    EXAMPLE,
    MODES,
    PAGE,
    ROOT,
    Mode,
    build_site,
    launch_browser,
    record_digest,
    serve_site,
)

PICTURES = ROOT / "docs" / "images"
WIDTH, HEIGHT = 1200, 750
DRAWN_WIDTH = 960
LARGEST = 60_000  # bytes
_ADDRESS = re.compile(r"http://[\w.]+:\d+")


@dataclass(frozen=True)
class Picture:
    """What is seen in a picture, and what draws it."""

    name: str
    place: str
    """The site or page that is opened: one that `_open_place` knows."""
    prepare: Callable[[Page, str], None]
    """Opens what is to be seen, at an address."""
    styles: tuple[str, ...]
    """The style sheets of the theme that draw it: new ones ask for a new picture."""
    height: int = HEIGHT
    width: int = WIDTH
    drawn_width: int = DRAWN_WIDTH


def _search(page: Page, address: str) -> None:
    page.goto(address + PAGE, wait_until="networkidle")
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").first.fill("water")
    page.locator(".search-results a, [role=option]").first.wait_for()
    page.wait_for_load_state("networkidle")


def _page_menu(page: Page, address: str) -> None:
    page.goto(address + PAGE, wait_until="networkidle")
    page.locator(".page-menu-more").click()


def _playground(page: Page, address: str) -> None:
    # A preview never stops listening: its pages are loaded, and the network is not idle.
    page.goto(f"{address}/api-reference/beds/list-beds/#try-it")
    page.get_by_role("button", name="Fill in an example").first.click()
    server = page.get_by_label("Server", exact=True)
    server.select_option(server.locator("option", has_text="Mock").get_attribute("value"))
    page.get_by_label("Token", exact=True).fill("gdn_test_4cTz")
    page.get_by_role("button", name="Send").first.click()
    page.locator(".play-response").get_by_text("200").first.wait_for()
    page.evaluate("document.querySelector('octavo-problems, #octavo-problems')?.remove()")


def _feedback(page: Page, address: str) -> None:
    page.goto(address + PAGE, wait_until="networkidle")
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_role("radio").nth(1).check()
    page.get_by_role("textbox").last.fill("Which of the two screws holds the lid?")
    page.get_by_role("form").last.evaluate("form => form.scrollIntoView({ block: 'center' })")


def _open(path: str) -> Callable[[Page, str], None]:
    def prepare(page: Page, address: str) -> None:
        page.goto(address + path, wait_until="networkidle")

    return prepare


def _languages(page: Page, address: str) -> None:
    page.goto(f"{address}/de/install/", wait_until="networkidle")
    page.locator(".languages summary, .versions summary").first.click()


GUIDE_PICTURES = (
    Picture("search", "example", _search, ("css/search.css", "css/search-results.css")),
    Picture(
        "landing",
        "example",
        _open("/api-reference/beds/list-beds/"),
        ("css/api/endpoint.css", "css/api/fields.css", "css/api/examples.css"),
        800,
        1280,
        1280,
    ),
    Picture("page-menu", "example", _page_menu, ("css/content.css",), 480),
    Picture(
        "playground",
        "preview",
        _playground,
        ("css/api/playground-form.css", "css/api/playground-response.css"),
        900,
        1440,
    ),
    Picture("problems", "faulty", _open("/_octavo/problems"), ("dev/problems-page.css",)),
    Picture("insights", "insights", _open("/"), ("server/insights.css", "server/pages.css")),
    Picture("feedback", "served", _feedback, ("css/parts.css",), 660),
    Picture("languages", "languages", _languages, ("css/topbar.css",), 480),
)


def main(names: list[str]) -> None:
    PICTURES.mkdir(exist_ok=True)
    wanted = [each for each in GUIDE_PICTURES if not names or each.name in names]
    with tempfile.TemporaryDirectory() as folder, launch_browser() as browser:
        for picture in wanted:
            with _open_place(picture.place, Path(folder)) as address:
                for mode in MODES:
                    take_picture(browser, picture, address, mode)
            record_digest(picture.name, digest_styles(picture))


def digest_styles(picture: Picture) -> str:
    """Return a digest of the style sheets that draw what a picture shows."""
    texts = [(theme.FOLDER / name).read_text("utf-8") for name in picture.styles]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def take_picture(browser: Browser, picture: Picture, address: str, mode: Mode) -> None:
    """Write one picture, in one mode."""
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=mode,
        reduced_motion="reduce",
    )
    page = context.new_page()
    picture.prepare(page, address)
    clip = {
        "x": 0,
        "y": page.evaluate("scrollY"),
        "width": picture.width,
        "height": picture.height,
        "scale": min(1, picture.drawn_width / picture.width),
    }
    answer = context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": 80, "clip": clip}
    )
    context.close()
    data = base64.b64decode(answer["data"])
    if len(data) > LARGEST:
        sys.exit(f"{picture.name} has {len(data):,} bytes, more than {LARGEST:,}.")
    file = PICTURES / f"{picture.name}-{mode}.webp"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    print(f"{picture.name}-{mode}.webp  {len(data):,} bytes")


@contextmanager
def _open_place(place: str, folder: Path) -> Iterator[str]:
    """Serve what pictures are taken of, until the block ends; return its address."""
    match place:
        case "preview":
            opened = preview_project(EXAMPLE)
        case "faulty":
            opened = preview_project(_write_files(folder / place, FAULTY_PROJECT))
        case "languages":
            project = _write_files(folder / place, LANGUAGES_PROJECT)
            opened = serve_site(build_site(project, folder / "languages-site"))
        case "served":
            site = build_site(EXAMPLE, folder / "served-site")
            database = f"sqlite:{folder / 'feedback.db'}"
            opened = run_octavo("serve", str(site), "--database", database, "--log", "off")
        case "insights":
            page = render_report_page(build_sample_report())
            opened = serve_site(_write_files(folder / place, {"index.html": page}))
        case _:
            opened = serve_site(build_site(_offer_assistants(folder / place), folder / "site"))
    with opened as address:
        yield address


def _offer_assistants(folder: Path) -> Path:
    """Write the example with a longer menu of pages."""
    if not folder.exists():
        shutil.copytree(EXAMPLE, folder)
        settings = json.loads((folder / "site.json").read_text("utf-8"))
        settings["contextual"] = {"options": ["copy", "view", "claude", "chatgpt"]}
        (folder / "site.json").write_text(json.dumps(settings), "utf-8")
    return folder


def _write_files(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def preview_project(project: Path) -> AbstractContextManager[str]:
    """Preview a project with mocks of its APIs, until the block ends; return its address."""
    return run_octavo("dev", str(project), "--mock", "--no-open")


@contextmanager
def run_octavo(*command: str) -> Iterator[str]:
    """Run a command of Octavo that serves, until the block ends; return its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "octavo", *command, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        found = (_ADDRESS.search(line) for line in process.stdout)
        address = next(filter(None, found), None)
        if address is None:
            sys.exit(f"`octavo {command[0]}` did not start.")
        try:
            yield address[0]
        finally:
            process.terminate()


if __name__ == "__main__":
    main(sys.argv[1:])
