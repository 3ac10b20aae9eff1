"""Types of files, and what they may do in a browser."""

from __future__ import annotations

import base64
import hashlib

import pytest

from octavo.outputs.file_headers import content_type, file_headers, page_policy


def directive(policy: str, name: str) -> list[str]:
    found = [part.split() for part in policy.split("; ") if part.split()[0] == name]
    assert len(found) == 1
    return found[0][1:]


def hash_of(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("a/index.html", "text/html; charset=utf-8"),
        ("a.JS", "text/javascript; charset=utf-8"),
        ("images/a.b.PNG", "image/png"),
        ("folder.css/file", "application/octet-stream"),
        ("LICENSE", "application/octet-stream"),
        (".well-known/security.txt", "text/plain; charset=utf-8"),
    ],
)
def test_types_are_told_from_names(output: str, expected: str) -> None:
    assert content_type(output) == expected


@pytest.mark.parametrize("output", ["a.svg", "a.html", "a.HTM", "a.xml", "a.xhtml"])
def test_files_that_browsers_run_are_inert(output: str) -> None:
    policy = file_headers(output)["Content-Security-Policy"]
    assert "sandbox" in policy
    assert directive(policy, "default-src") == ["'none'"]


def test_other_files_need_no_policy() -> None:
    assert file_headers("a.png") == {}


def test_a_page_may_run_what_it_holds_and_nothing_else() -> None:
    html = "<script>one()</script><script type=module>two()</script><style>p{}</style>"
    policy = page_policy(html)
    expected = ["'self'", *sorted([hash_of("one()"), hash_of("two()")])]
    assert directive(policy, "script-src") == expected
    assert directive(policy, "style-src") == ["'self'", hash_of("p{}")]
    assert directive(policy, "default-src") == directive(policy, "object-src") == ["'none'"]
    assert "unsafe" not in policy


def test_data_is_not_run() -> None:
    html = '<script type="application/json" id="site-data">{"a":1}</script>'
    assert directive(page_policy(html), "script-src") == ["'self'"]


def test_hosts_that_a_page_names_are_allowed() -> None:
    html = (
        '<script src="https://scripts.example/a.js" defer></script>'
        '<link rel="stylesheet" href="https://styles.example:8443/a.css">'
        '<iframe title="x" src="https://frames.example/embed/1"></iframe>'
        '<iframe src="https://frames.example/embed/2"></iframe>'
    )
    policy = page_policy(html)
    assert directive(policy, "script-src") == ["'self'", "https://scripts.example"]
    assert directive(policy, "style-src") == ["'self'", "https://styles.example:8443"]
    assert directive(policy, "frame-src") == ["'self'", "https://frames.example"]


def test_scripts_of_other_services_are_allowed_only_where_the_author_asked_for_them() -> None:
    plain = '<script type="application/json">{"analytics":{},"integrations":{}}</script>'
    measured = '<script type="application/json">{"analytics":{"ga4":{}}}</script>'
    assert "https:" not in directive(page_policy(plain), "script-src")
    assert "https:" in directive(page_policy(measured), "script-src")


@pytest.mark.parametrize("host", ["evil.example;script-src *", "a b", "a'b", "*"])
def test_a_hostile_host_cannot_change_the_policy(host: str) -> None:
    policy = page_policy(f'<iframe src="https://{host}/"></iframe>')
    assert directive(policy, "frame-src") == ["'self'"]
    assert directive(policy, "script-src") == ["'self'"]


def test_a_playground_may_show_pictures_films_and_documents_that_come_as_answers() -> None:
    policy = page_policy('<div class="endpoint" data-playground="show"></div>')
    for name in ("img-src", "media-src", "frame-src"):
        assert "blob:" in directive(policy, name)
    assert "blob:" not in directive(policy, "script-src")
    assert "blob:" not in page_policy('<div class="endpoint" data-playground="simple"></div>')
