"""What a server must know of a built site beside its files: redirects, policies, what may not run.

The build writes it into the site; whoever serves the site reads it once. The files themselves, and
their digests, stand in the mark of the folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from octavo.builder.served.file_headers import is_active
from octavo.render.assets.theme_files import FOLDER
from octavo.site.redirects import Redirect
from octavo.values import Struct, field

SERVER_FACTS = f"{FOLDER}/server.json"
"""What pages ask about the server that they came from; on static hosts, there is none."""
SERVER_FOLDER = f"{FOLDER}/server"
"""Holds what servers read; it is not answered with."""
MANIFEST = f"{SERVER_FOLDER}/site.json"
PROXY_MANIFEST = f"{SERVER_FOLDER}/proxy.json"
FORMS = {"br": ".br", "gzip": ".gz"}
"""What the names of compressed files end with, by the way they are compressed."""
_FORMAT = 2


class SiteManifest(Struct, frozen=True):
    """What a server must know of a site."""

    base_path: str = ""
    """The path that the site is served below."""
    policy: str = ""
    """What pages may load and run that have no policy of their own."""
    policies: Mapping[str, str] = field(default_factory=dict)
    """Those of single pages, by output."""
    foreign: frozenset[str] = frozenset()
    """The author's own files that a browser would run: they are shown, and run nothing."""
    redirects: tuple[Redirect, ...] = ()
    """Each with the address that it leads to; that of a pattern is filled in when it matches."""
    compressed: frozenset[str] = frozenset()
    """The files that the site has compressed, too, in the `FORMS` that the build could make."""


def list_foreign(sources: Iterable[str]) -> frozenset[str]:
    """Return which of the author's files a browser would run."""
    return frozenset(filter(is_active, sources))


def write_manifest(manifest: SiteManifest) -> bytes:
    """Return a manifest as bytes; pages share their policies."""
    numbers: dict[str, int] = {}
    pages = {
        output: numbers.setdefault(policy, len(numbers))
        for output, policy in sorted(manifest.policies.items())
        if policy != manifest.policy
    }
    data = {
        "format": _FORMAT,
        "basePath": manifest.base_path,
        "policy": manifest.policy,
        "policies": list(numbers),
        "pages": pages,
        "foreign": sorted(manifest.foreign),
        "redirects": [
            [each.source, each.destination, each.permanent, each.pattern]
            for each in manifest.redirects
        ],
        "compressed": sorted(manifest.compressed),
    }
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def read_manifest(data: bytes) -> SiteManifest | None:
    """Return the manifest that bytes hold; None if another version of Octavo wrote it."""
    try:
        values = json.loads(data)
        if values["format"] != _FORMAT:
            return None
        policies = values["policies"]
        return SiteManifest(
            values["basePath"],
            values["policy"],
            {output: policies[number] for output, number in values["pages"].items()},
            frozenset(values["foreign"]),
            tuple(Redirect(*each) for each in values["redirects"]),
            frozenset(values["compressed"]),
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None
