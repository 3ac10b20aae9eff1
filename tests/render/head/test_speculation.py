from __future__ import annotations

import json

from octavo.render.head.speculation import write_rules


def test_pages_of_this_site_are_fetched_ahead_and_no_files() -> None:
    (rule,) = json.loads(write_rules("/docs"))["prefetch"]
    assert rule == {"where": {"href_matches": "/docs/*/"}, "eagerness": "moderate"}


def test_rules_do_not_end_the_element_that_they_are_in() -> None:
    assert "<" not in write_rules("/</script>")
