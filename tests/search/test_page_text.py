"""The text of pages in sections: everything that readers can see, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from tests.site_search import find_addresses, open_search

PAGE = """---
title: Pumps
description: All about *pumps*.
keywords: [hydraulics]
---

Opening words.

## Care

| Part | Material |
|---|---|
| gasket | neoprene |

<Warning>Never run it drysided.</Warning>

<Tabs>
<Tab title="Quarterly">Change the impellerkit.</Tab>
<Tab title="Yearly">Look at the bearings.</Tab>
</Tabs>

<Accordion title="Noises">It rattlebangs when there is air in it.</Accordion>

![a cutaway drawing](/images/pump.svg)

## Settings

Set `pump.max_pressure` first.

```json
{ "pressureLimitKpa": 250 }
```

<ParamField body="flow_rate_unit" type="string">Litres or gallons{" per hourglass"}.</ParamField>

<Card title="Spareparts" href="/b">Where to buy.</Card>

Text with a footnote.[^1]

[^1]: Footnotedwords here.

{/* hiddencomment */}

<Visibility for="agents">agentonly</Visibility>
"""


@pytest.fixture
def site(write_project: Any, tmp_path: Path) -> Path:
    settings = {"name": "S", "navigation": [{"group": "G", "pages": ["a", "b"]}]}
    files = {"a.mdx": PAGE, "b.mdx": "# Other\n\nNothing here.", "images/pump.svg": "<svg/>"}
    build_folder(str(write_project({"site.json": settings, **files})), str(tmp_path / "out"))
    return tmp_path / "out"


@pytest.mark.parametrize(
    ("query", "section"),
    [
        ("neoprene", "care"),
        ("drysided", "care"),
        ("quarterly", "care"),
        ("impellerkit", "care"),
        ("noises", "care"),
        ("rattlebangs", "care"),
        ("cutaway", "care"),
        ("max_pressure", "settings"),
        ("pressureLimitKpa", "settings"),
        ("limit kpa", "settings"),
        ("flow_rate_unit", "settings"),
        ("hourglass", "settings"),
        ("spareparts", "settings"),
        ("footnotedwords", "settings"),
    ],
)
def test_every_text_is_found_with_its_section(site: Path, query: str, section: str) -> None:
    (result, *_) = open_search(site).find(query)["results"]
    assert result["href"] == "/a/"
    assert section in [each["id"] for each in result["sections"]]
    assert any(each["text"] for each in result["sections"])


@pytest.mark.parametrize("query", ["pumps", "hydraulics", "opening words", "all about"])
def test_titles_keywords_and_openings_are_found(site: Path, query: str) -> None:
    assert find_addresses(site, query)[0] == "/a/"


@pytest.mark.parametrize("query", ["hiddencomment", "agentonly", "neverwritten"])
def test_what_readers_cannot_see_is_not_found(site: Path, query: str) -> None:
    assert find_addresses(site, query) == []
