"""Prints the choice of a release: the page highlights what is newer."""

from __future__ import annotations

from collections.abc import Mapping

from octavo.render.api.view.words import WordPrinter
from octavo.render.basis.html import escape_text


def render_choice(releases: Mapping[str, int], words: WordPrinter) -> str:
    """Return the choice among numbered releases; without scripts it is hidden."""
    options = "".join([
        f'<option value="{number}">{escape_text(name)}</option>'
        for name, number in releases.items()
    ])  # fmt: skip
    return (
        f'<p class="since-choice needs-script"><label>{words.say("Highlight changes since")} '
        f'<select><option value="">{words.say("no release")}</option>{options}</select></label></p>'
    )
