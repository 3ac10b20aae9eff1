from __future__ import annotations

import json

from octavo.render.head.speculation import write_rules


def test_pages_of_this_site_are_fetched_ahead_and_nothing_else() -> None:
    (rule,) = json.loads(write_rules("/docs"))["prefetch"]
    inside, *outside = rule["where"]["and"]
    assert rule["eagerness"] == "moderate"
    assert inside == {"href_matches": "/docs/*"}
    assert [list(each["not"]) for each in outside] == [["href_matches"], ["selector_matches"]]


def test_rules_do_not_end_the_element_that_they_are_in() -> None:
    assert "<" not in write_rules("/</script>")
