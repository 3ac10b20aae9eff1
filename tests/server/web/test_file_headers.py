"""Types of files, and what they may do in a browser."""

from __future__ import annotations

import pytest

from octavo.builder.served.file_headers import build_file_headers, find_content_type


def directive(policy: str, name: str) -> list[str]:
    found = [part.split() for part in policy.split("; ") if part.split()[0] == name]
    assert len(found) == 1
    return found[0][1:]


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
    assert find_content_type(output) == expected


@pytest.mark.parametrize("output", ["a.svg", "a.html", "a.HTM", "a.xml", "a.xhtml"])
def test_files_that_browsers_run_are_inert(output: str) -> None:
    policy = build_file_headers(output)["Content-Security-Policy"]
    assert "sandbox" in policy
    assert directive(policy, "default-src") == ["'none'"]


def test_other_files_need_no_policy() -> None:
    assert build_file_headers("a.png") == {}
