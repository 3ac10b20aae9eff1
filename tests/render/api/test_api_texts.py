"""Texts of API documents as parts of pages."""

from __future__ import annotations

import pytest

from octavo.render.api.texts import Texts
from octavo.settings.models.site_settings import Settings
from octavo.site.links import LinkResolver
from octavo.site.model import Site

_SETTINGS = Settings(name="Test", navigation=())
_LINKS = LinkResolver(Site(_SETTINGS, {}, {}, {}, (), (), (), frozenset(), {}))


def test_a_few_wide_characters_are_references() -> None:
    text = "It’s the customer’s “card”, and many more words that are as narrow as words can be, 🪲"
    html = Texts(_LINKS).render(text)
    assert html.isascii()
    assert html.startswith("<p>It&#8217;s the customer&#8217;s &#8220;card&#8221;, and")
    assert html.endswith("&#129714;</p>")


@pytest.mark.parametrize("text", ["Für alle, in ¥", "価格は円で表示されます", "Цена в рублях"])
def test_texts_in_other_scripts_stay_as_they_are(text: str) -> None:
    assert Texts(_LINKS).render(text) == f"<p>{text}</p>"
