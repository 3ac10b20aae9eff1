"""The preview shows what a build writes, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from octavo.builder.folder_build import build_folder
from octavo.builder.served.manifest import MANIFEST, PROXY_MANIFEST, SERVER_FACTS
from octavo.project.walk import OUTPUT_MARK
from tests.previews import RELOAD_SCRIPT, RunningPreview, running_preview

ROOT = Path(__file__).parents[2]


def built_files(root: Path, folder: Path) -> dict[str, bytes]:
    """Builds a project; pages come first, because other files are made with them."""
    report = build_folder(str(root), str(folder))
    assert report.output, report.problems
    paths = sorted(folder.rglob("*"), key=lambda path: (path.name != "index.html", path))
    files = {path.relative_to(folder).as_posix(): path for path in paths if path.is_file()}
    for output in (OUTPUT_MARK, MANIFEST, PROXY_MANIFEST, SERVER_FACTS):
        files.pop(output, None)  # for servers; a preview needs none
    return {output: path.read_bytes() for output, path in files.items()}


def leads_elsewhere(content: bytes) -> bool:
    return b'<meta http-equiv="refresh"' in content


def assert_same(preview: RunningPreview, files: dict[str, bytes]) -> None:
    for output, content in files.items():
        path = quote("/" + output.removesuffix("index.html"))
        answer = preview.get(path)
        if leads_elsewhere(content):
            assert answer.status in (307, 308), path
            assert f'url={answer.headers["location"]}"'.encode() in content
        else:
            assert (answer.status, answer.page == content) == (200, True), path


@pytest.mark.parametrize("project", ["docs", "examples/garden"])
def test_every_file_is_the_same_as_in_a_build(project: str, tmp_path: Path) -> None:
    files = built_files(ROOT / project, tmp_path / "site")
    assert sum(output.endswith("index.html") for output in files) > 20
    with running_preview(ROOT / project) as preview:
        assert_same(preview, files)


def test_a_page_differs_from_the_built_one_by_one_tag(write_project: Any) -> None:
    root = write_project(
        {
            "site.json": {"name": "Test", "navigation": [{"group": "A", "pages": ["index"]}]},
            "index.mdx": "Text with `</body>` in it.\n",
        }
    )
    with running_preview(root) as preview:
        body = preview.get("/").body
    assert len(RELOAD_SCRIPT.findall(body)) == 1
    assert body.endswith(b"</script></body>\n</html>")


def test_nothing_is_written_to_the_project(write_project: Any) -> None:
    root = write_project(
        {
            "site.json": {"name": "Test", "navigation": [{"group": "A", "pages": ["index"]}]},
            "index.mdx": "Hello\n",
        }
    )
    with running_preview(root) as preview:
        preview.get("/")
        preview.get("/_octavo/search.json")
    assert sorted(path.name for path in root.iterdir()) == ["index.mdx", "site.json"]
