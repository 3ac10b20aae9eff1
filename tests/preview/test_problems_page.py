"""The page of the preview that lists all problems of a project."""

from __future__ import annotations

from pathlib import Path

from tests.previews import RunningPreview, running_preview
from tests.project_folder import write_files

SITE = {"name": "T", "navigation": [{"group": "A", "pages": ["index", "b"]}]}
FILES = {
    "site.json": SITE,
    "index.mdx": "---\ntitle: Hello\n---\n\nText.\n",
    "b.mdx": "---\ntitle: B\n---\n\n[x](/nowhere)\n\n<b>{'<i>'}</b> ![](<lost<b>.png>)\n",
    "c.mdx": "---\ntitle: C\n---\n",
}


def load(preview: RunningPreview) -> str:
    answer = preview.get("/_octavo/problems")
    assert answer.status == 200
    return answer.body.decode()


def test_all_problems_of_all_pages_are_listed_by_file(tmp_path: Path) -> None:
    with running_preview(write_files(tmp_path, FILES)) as preview:
        page = load(preview)
    assert "3 warnings, 1 note" in page
    assert page.index("<h2>b.mdx") < page.index("<h2>c.mdx")
    assert " at 5:1 [link-to-nothing]" in page
    assert "[page-not-listed]" in page, "what only a check looks for is there, too"
    assert "[x](/nowhere)\n^" in page
    assert "lost&lt;b" in page
    assert "lost<b" not in page
    assert '<link rel="stylesheet" href="/_octavo/dev/problems-page.css">' in page


def test_the_page_follows_changes(tmp_path: Path) -> None:
    root = write_files(tmp_path, FILES)
    with running_preview(root) as preview:
        assert "[link-to-nothing]" in load(preview)
        before = preview.version
        preview.save("b.mdx", "---\ntitle: B\n---\n\nFine.\n")
        preview.wait_until(lambda: preview.version > before)
        page = load(preview)
        assert "[link-to-nothing]" not in page
        assert "1 note" in page


def test_an_open_page_hears_of_changes(tmp_path: Path) -> None:
    root = write_files(tmp_path, FILES)
    with running_preview(root) as preview, preview.listening("/_octavo/problems") as next_state:
        first = next_state()
        assert first["problems"] == [], "the page itself lists them"
        (root / "b.mdx").write_text("---\ntitle: B\n---\n\nFine.\n")
        assert next_state()["page"] != first["page"]
