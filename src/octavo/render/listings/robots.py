"""The file that tells programs which pages they may read: all of them."""

from __future__ import annotations

ROBOTS = "robots.txt"


def render_robots(sitemap: str | None) -> bytes:
    """Return the file, which names the address of the sitemap if there is one.

    Pages that are not for search engines say so themselves, for which they have to be read.
    """
    lines = ["User-agent: *", "Allow: /", *(["", f"Sitemap: {sitemap}"] if sitemap else [])]
    return ("\n".join(lines) + "\n").encode()
