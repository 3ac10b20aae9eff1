"""The public address of the site: its host, and its base path."""

from __future__ import annotations

from octavo.problems import Code, Location, Problem
from octavo.settings.urls import split_site_url
from octavo.values import Struct


class SiteAddress(Struct, frozen=True):
    """The start of page URLs: origin and base path in full addresses, the base path in links."""

    origin: str = ""
    """The origin, such as `https://docs.example.com`; empty if unknown."""
    base_path: str = ""


def plan_address(site_url: str, base_path: str) -> SiteAddress | None:
    """Return the address of a built site; the default base path is that of the site's address.

    Return None if both are given and differ.
    """
    origin, path = split_site_url(site_url)
    if base_path and site_url and path != base_path:
        return None
    return SiteAddress(origin, base_path or path)


def plan_live_address(site_url: str, base_path: str) -> SiteAddress:
    """Return the address of a site on a server with its own base path.

    Full addresses are those of the later publication.
    """
    return SiteAddress(split_site_url(site_url)[0] if base_path else site_url, base_path)


def explain_difference(site_url: str, base_path: str, place: Location) -> Problem:
    """Return the problem of an address whose path differs from the base path."""
    return Problem(
        Code.BASE_PATH_DIFFERS,
        f"the address of the site is `{site_url}`, and the base path is `{base_path}`",
        place,
        hint="The address includes the base path: leave that out, or let both be the same.",
    )
