"""Where no quick way is known, a limit stands, and whoever meets it is told."""

from __future__ import annotations

from pathlib import Path

from octavo.openapi.validity.library import is_pattern
from octavo.render.api.untrusted import render_untrusted
from octavo_migrate.mkdocs.markdown.html import LONGEST_PARAGRAPH
from octavo_migrate.mkdocs.read import load_mkdocs
from octavo_migrate.moved_site import Outcome
from octavo_migrate.project_files import open_reach
from tests.growth.steps import count_steps
from tests.project_folder import write_files


def test_foreign_text_that_nests_too_deep_is_shown_as_it_is_written() -> None:
    deep = "> " * 101 + "<b>a"
    assert render_untrusted(deep) == f"<p>{'&gt; ' * 101}&lt;b&gt;a</p>"
    assert render_untrusted("<div>" * 101 + "a").startswith("<p>&lt;div&gt;")
    assert render_untrusted("> " * 99 + "a").startswith("<blockquote>")
    assert "<br>" in render_untrusted("a<br>" * 500)
    assert render_untrusted("- a\n" * 500).count("<li>") == 500


def test_a_pattern_of_thousands_of_letters_is_not_compared() -> None:
    assert is_pattern("a" * 2_000)
    assert not is_pattern(r"\d." * 1_000)


def test_a_paragraph_that_is_too_long_is_moved_as_text_and_told(tmp_path: Path) -> None:
    text = "# A\n\nshort **b**\n\n" + "[a](b.md) {c} <d> " * (LONGEST_PARAGRAPH // 18 + 1)
    write_files(tmp_path, {"mkdocs.yml": "site_name: A\n", "docs/index.md": text})
    site = load_mkdocs(str(tmp_path), open_reach(str(tmp_path)))
    (note,) = [note for note in site.notes if "too long to be converted" in note.message]
    assert (note.outcome, note.place.line) == (Outcome.LOST, 5)
    (page,) = [file for file in site.files if file.is_page]
    assert page.data is not None
    assert rb"\[a\](b.md) \{c\} \<d> " in page.data
    assert b"short **b**" in page.data


def test_the_steps_of_work_are_counted_the_same_each_time() -> None:
    def work(size: int) -> int:
        return sum([number for number in range(size) if number])

    assert count_steps(lambda: work(100), 10_000) == count_steps(lambda: work(100), 10_000)
    assert count_steps(lambda: work(200), 10_000) > 1.9 * count_steps(lambda: work(100), 10_000)
