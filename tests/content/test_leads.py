from __future__ import annotations

import pytest

from octavo.content.leads import parse_lead, strip_marks
from octavo.content.nodes import Element


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Runs tasks.", "Runs tasks."),
        ("Runs\n  tasks.", "Runs tasks."),
        ("The `dev` command", "The dev command"),
        ("**Fast** and *small*, ~~slow~~", "Fast and small, slow"),
        ("See [Permit](https://permit.example) first", "See Permit first"),
        ("At https://a.example/x_y_z today", "At https://a.example/x_y_z today"),
        ("Use start_trace and end_trace", "Use start_trace and end_trace"),
        ('Build <span class="logo">**dnd kit**</span>', "Build dnd kit"),
        ("Costs $5 or $10", "Costs $5 or $10"),
        ("R&D &amp; more", "R&D & more"),
        ("1. Install `it`", "1. Install it"),
        ("# Not a heading", "# Not a heading"),
        ("- no list", "- no list"),
        ("if a < b and {x} then", "if a < b and {x} then"),
        ("A <Card>box</Card>", "A <Card>box</Card>"),
        ("An ![image](a.png) here", "An !image here"),
        ("referenced by `path.", "referenced by `path."),
        ("import x from y", "import x from y"),
        ("***", "***"),
        ("", ""),
    ],
)
def test_a_description_has_a_form_without_marks(written: str, plain: str) -> None:
    assert strip_marks(written) == plain


def test_tags_lose_what_could_do_harm() -> None:
    written = '<span onclick="x()" style="color:red">a</span> <a href="/b" onclick="x()">b</a>'
    assert parse_lead(written) == ["a", " ", Element("a", ["b"], {"href": "/b"})]
