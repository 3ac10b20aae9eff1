"""Problems with the settings are reported at their place."""

from __future__ import annotations

from typing import Any

from octavo.project.discover import load_project
from octavo.site.load import load_site

TWICE = """{
  "name": "Test",
  "navigation": [{"group": "A", "pages": ["index", "gone"]}],
  "navigation": [
    {"group": "A", "pages": ["index", "gone"]}
  ]
}"""


def test_of_a_key_that_is_there_twice_the_last_is_the_place(write_project: Any) -> None:
    root = write_project({"site.json": TWICE, "index.mdx": "Hello."})
    loaded = load_site(load_project(str(root))[0])
    told = {problem.code.value: problem.location for problem in loaded.problems}
    assert str(told["page-missing"]) == "site.json:5:39"
    assert str(told["settings-duplicate-key"]) == "site.json:4:3"
