"""No address of an API document leads a browser to anything but the web, mail or a telephone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.render.api.foreign_parts import ADDRESSES, check_address
from tests.render.api.hostile_api_document import hostile_document
from tests.render.api.test_hostile_api_text import build, pages_of

OWN = {"link": {"href"}}  # the empty icon of Octavo's pages
SCHEMES = ("javascript", "vbscript", "data")
# Browsers read every one of these as the scheme itself.
DISGUISES: tuple[Callable[[str], str], ...] = (
    str,
    str.upper,
    str.title,
    lambda scheme: f" {scheme}",
    lambda scheme: f"\x01{scheme}",
    lambda scheme: f"{scheme[:2]}\t{scheme[2:]}",
    lambda scheme: f"{scheme[:2]}\n{scheme[2:]}",
    lambda scheme: f"&#{ord(scheme[0])};{scheme[1:]}",
    lambda scheme: f"&#x{ord(scheme[0]):07x}{scheme[1:]}",
    lambda scheme: f"{scheme[:2]}&Tab;{scheme[2:]}",
    lambda scheme: f"{scheme[:2]}&NewLine;{scheme[2:]}",
    lambda scheme: f"{scheme}&colon;evil&lpar;&rpar;",
)
WAYS = (
    "[words]({})",
    "[words](<{}>)",
    '![words]({} "title")',
    "<{}>",
    "[words][name]\n\n[name]: {}",
    '<a href="{}">words</a>',
    "<a href='{}'>words</a>",
    "<a href={}>words</a>",
    '<A HREF = "{}">words</A>',
    '<img src="{}">',
    '<img src="x" srcset="{} 2x" alt=words>',
    '<svg><a xlink:href="{}">words</a></svg>',
    '<form action="{}"><button formaction="{}">words</button></form>',
    '<object data="{}"></object><embed src="{}"><iframe src="{}"></iframe>',
    '<base href="{}"><link href="{}" rel=stylesheet>',
)


def operation_with(address: str) -> dict[str, Any]:
    """Return an operation with an address in its texts, and wherever it takes an address."""
    links = [way.replace("{}", address) for way in WAYS]
    text = "\n\n".join([*links, "[words](https://safe.example/text)"])
    schema = {"type": "object", "properties": {"field": {"description": text}}}
    return {
        "description": text,
        "externalDocs": {"url": address, "description": "More"},
        "servers": [{"url": address}],
        "parameters": [{"name": "id", "in": "query", "description": text, "schema": {}}],
        "responses": {"200": {"description": text, "content": {"text/plain": {"schema": schema}}}},
    }


@pytest.mark.scorecard("SR-10")
@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_address_has_a_dangerous_scheme(scheme: str, tmp_path: Path) -> None:
    document = hostile_document("harmless")
    for number, disguise in enumerate(DISGUISES):
        disguised = disguise(scheme)
        address = disguised if disguised.endswith(";") else f"{disguised}:evil()"
        document["paths"][f"/{number}"] = {"get": operation_with(address)}
    document["paths"]["/safe"] = {"get": operation_with("https://safe.example/docs")}

    site, report = build(tmp_path, document)

    safe = Counter[str]()
    for url, page in pages_of(site):
        for tag, attributes in page.found:
            for key in attributes.keys() & ADDRESSES - OWN.get(tag, set()):
                check_address(url, tag, attributes[key])
                safe[attributes[key]] += attributes[key].startswith("https://safe.example/")
    assert report.pages > len(DISGUISES)
    assert safe["https://safe.example/docs"] > 5
    assert safe["https://safe.example/text"] > len(DISGUISES)
