"""The documentation and the examples, as search engines see them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from octavo.project.discover import load_project
from octavo.render.head.heads import PageHeads
from octavo.site.links import LinkResolver
from octavo.site.load import load_site
from octavo.site.versions.translations import Translations

ROOT = Path(__file__).parents[3]
PROJECTS = [
    file.parent for file in (ROOT / "docs/site.json", *sorted(ROOT.glob("examples/*/site.json")))
]


@pytest.mark.parametrize("folder", PROJECTS, ids=lambda folder: folder.name)
def test_no_two_pages_have_the_same_title_and_all_data_can_be_read(folder: Path) -> None:
    project, _ = load_project(str(folder))
    site = load_site(project).site
    assert site is not None
    heads = PageHeads(site, LinkResolver(site, "", "https://docs.example"), Translations(site))
    rendered = [
        heads.render(page, site.sections.get(site.section_of.get(page.url, "")), {})
        for page in site.pages.values()
    ]
    titles = Counter(head.title for head in rendered)
    assert [title for title, count in titles.items() if count > 1] == []
    for head in rendered:
        data = json.loads(head.data + "}]}")
        assert data["@graph"][-1]["url"].startswith("https://docs.example/")
