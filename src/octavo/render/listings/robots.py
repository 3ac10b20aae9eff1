"""Writes the file that says which pages programs may read: all of them."""

from __future__ import annotations

ROBOTS = "robots.txt"


def render_robots(sitemap: str | None) -> bytes:
    """Return the file, with the address of the sitemap if there is one.

    Pages that are hidden from search engines say so in the page, which programs must read for that.
    """
    lines = ["User-agent: *", "Allow: /", *(["", f"Sitemap: {sitemap}"] if sitemap else [])]
    return ("\n".join(lines) + "\n").encode()
