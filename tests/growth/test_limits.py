"""Slow algorithms have a limit, and exceeding it is reported."""

from __future__ import annotations

from octavo.openapi.validity.library import is_pattern
from octavo.render.api.untrusted import render_untrusted
from tests.growth.steps import count_steps


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


def test_the_steps_of_work_are_counted_the_same_each_time() -> None:
    def work(size: int) -> int:
        return sum([number for number in range(size) if number])

    assert count_steps(lambda: work(100), 10_000) == count_steps(lambda: work(100), 10_000)
    assert count_steps(lambda: work(200), 10_000) > 1.9 * count_steps(lambda: work(100), 10_000)
