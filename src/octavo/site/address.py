"""Where readers find the site: on which host, and below which path."""

from __future__ import annotations

from octavo.problems import Code, Location, Problem
from octavo.settings.urls import split_site_url
from octavo.values import Struct


class SiteAddress(Struct, frozen=True):
    """What stands before the urls of pages: in whole addresses both, in links the base path."""

    origin: str = ""
    """Such as `https://docs.example.com`; empty where nobody said it."""
    base_path: str = ""


def plan_address(site_url: str, base_path: str) -> SiteAddress | None:
    """Return the address of a site that is built: its path is the base path, where none is given.

    None if both are given and differ.
    """
    origin, path = split_site_url(site_url)
    if base_path and site_url and path != base_path:
        return None
    return SiteAddress(origin, base_path or path)


def plan_live_address(site_url: str, base_path: str) -> SiteAddress:
    """Return the address of a site that a server shows below a base path of its own.

    Its whole addresses are those that it will have once it is published.
    """
    return SiteAddress(split_site_url(site_url)[0] if base_path else site_url, base_path)


def explain_difference(site_url: str, base_path: str, place: Location) -> Problem:
    """Return the problem of an address whose path is not the base path."""
    return Problem(
        Code.BASE_PATH_DIFFERS,
        f"the address of the site is `{site_url}`, and the base path is `{base_path}`",
        place,
        hint="The address includes the base path: leave that out, or let both be the same.",
    )
