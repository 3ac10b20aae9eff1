"""Takes the pictures of the tutorial: its site after each step, in both modes.

python -m scripts.take_tutorial_pictures [names]    (needs Chromium; `make pictures` runs it)

A comment `{/* picture NAME */}` in a chapter says where a picture belongs. The script follows the
chapters up to there, and takes the picture of that project.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path

from playwright.sync_api import Page

from scripts.pictures import MODES, ROOT, build_site, launch_browser, record_digest, serve_site
from scripts.take_guide_pictures import Picture, digest_styles, preview_project, take_picture
from tests.runnable_pages import follow_blocks, list_chapter_blocks

DOCS = ROOT / "docs"
PROJECT = "tea-room"
MARK = re.compile(r"^\{/\* picture (\S+) \*/\}$", re.MULTILINE)
_OPERATION = "/api-reference/teas/list-teas/"


def _home(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.evaluate("document.fonts.ready")


def _guide(page: Page, address: str) -> None:
    _home(page, f"{address}/guides/brewing")


def _operation(page: Page, address: str) -> None:
    _home(page, address + _OPERATION.rstrip("/"))


def _problem(page: Page, address: str) -> None:
    _home(page, address)
    page.locator("octavo-problems button").click()


def _answer(page: Page, address: str) -> None:
    page.goto(f"{address}{_OPERATION}#try-it")
    server = page.get_by_label("Server", exact=True)
    server.select_option(server.locator("option", has_text="Mock").get_attribute("value"))
    kinds = page.locator("select", has=page.locator("option", has_text="oolong"))
    kinds.first.select_option(label="green")
    page.get_by_role("button", name="Send").first.click()
    page.locator(".play-response").get_by_text("200").first.wait_for()
    page.evaluate("document.querySelector('octavo-problems')?.remove()")


def _search(page: Page, address: str) -> None:
    _home(page, address)
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").first.fill("brew")
    page.locator(".search-results a, [role=option]").first.wait_for()
    page.wait_for_load_state("networkidle")


_PAGE = ("css/content.css", "css/topbar.css", "css/navigation.css")
_LOOK = (*_PAGE, "css/looks/theme-venus.css", "presets/venus.json")
_FORM = ("css/api/playground-form.css", "css/api/playground-response.css")

TUTORIAL_PICTURES = (
    Picture("tutorial/start", "site", _home, _PAGE, 640, 1120),
    Picture("tutorial/problem", "preview", _problem, _PAGE, 560, 1120),
    Picture("tutorial/guide", "site", _guide, _PAGE, 700, 1120),
    Picture("tutorial/home", "site", _home, _PAGE, 640, 1120),
    Picture("tutorial/operation", "site", _operation, ("css/api/fields.css", *_PAGE), 720, 1280),
    Picture("tutorial/answer", "preview", _answer, (*_FORM, *_PAGE), 720, 1280),
    Picture("tutorial/pale", "site", _home, _LOOK, 420, 1120),
    Picture("tutorial/finished", "site", _home, _LOOK, 660, 1120),
    Picture("tutorial/phone", "site", _guide, _LOOK, 720, 390),
    Picture("tutorial/search", "site", _search, ("css/search.css", *_LOOK), 620, 1120),
)


def list_chapters() -> list[str]:
    """Return the texts of the chapters, in their order."""
    groups = json.loads((DOCS / "site.json").read_text("utf-8"))["navigation"]
    pages = next(group["pages"] for group in groups if group["group"] == "Tutorial")
    return [(DOCS / f"{page}.mdx").read_text("utf-8") for page in pages]


def follow_chapters(picture: Picture, folder: Path) -> Path:
    """Do what the chapters say before a picture, in a folder; return the project."""
    text = "\n".join(list_chapters())
    mark = f"{{/* picture {picture.name.removeprefix('tutorial/')} */}}"
    before, _, after = text.partition(mark)
    if not after:
        sys.exit(f"No chapter has {mark}.")
    blocks = list_chapter_blocks(before, PROJECT)
    follow_blocks([block for block in blocks if block.role in {"file", "run"}], folder)
    return folder / PROJECT


def digest_project(picture: Picture, project: Path) -> str:
    """Return a digest of a project, and of the style sheets that draw what a picture shows."""
    files = sorted(path for path in project.rglob("*") if path.is_file())
    pages = [path for path in files if path.relative_to(project).parts[0] != ".octavo"]
    parts = [digest_styles(picture), *(path.read_text("utf-8") for path in pages)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def main(names: list[str]) -> None:
    wanted = [each for each in TUTORIAL_PICTURES if not names or Path(each.name).name in names]
    with launch_browser() as browser:
        for picture in wanted:
            with tempfile.TemporaryDirectory() as folder:
                project = follow_chapters(picture, Path(folder))
                with _serve(picture.place, project) as address:
                    for mode in MODES:
                        take_picture(browser, picture, address, mode)
                record_digest(picture.name, digest_project(picture, project))


def _serve(place: str, project: Path) -> AbstractContextManager[str]:
    if place == "preview":
        return preview_project(project)
    return serve_site(build_site(project, project.parent / "site"))


if __name__ == "__main__":
    main(sys.argv[1:])
