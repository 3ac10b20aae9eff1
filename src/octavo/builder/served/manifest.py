"""The facts about a built site that a server needs besides its files: redirects and policies.

The build writes the manifest into the site, and each server reads it once. The files and their
digests are in the mark of the folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from octavo.builder.served.file_headers import is_active
from octavo.render.assets.theme_files import FOLDER
from octavo.site.redirects import Redirect
from octavo.values import Struct, field

SERVER_FACTS = f"{FOLDER}/server.json"
"""The facts that pages request from their server; static hosts don't have it."""
SERVER_FOLDER = f"{FOLDER}/server"
"""The folder with files for servers, which is not public."""
MANIFEST = f"{SERVER_FOLDER}/site.json"
PROXY_MANIFEST = f"{SERVER_FOLDER}/proxy.json"
FORMS = {"br": ".br", "gzip": ".gz"}
"""The endings of compressed files, by encoding."""
_FORMAT = 2


class SiteManifest(Struct, frozen=True):
    """The facts about a site that a server needs."""

    base_path: str = ""
    """The path of the site's root."""
    policy: str = ""
    """The content security policy of pages without a separate one."""
    policies: Mapping[str, str] = field(default_factory=dict)
    """The policies of single pages, by output."""
    foreign: frozenset[str] = frozenset()
    """The author's files with code, which browsers show without running it."""
    redirects: tuple[Redirect, ...] = ()
    """Redirects with their targets; a pattern's target is filled in for each match."""
    compressed: frozenset[str] = frozenset()
    """The files that also exist in compressed forms, from `FORMS`."""


def list_foreign(sources: Iterable[str]) -> frozenset[str]:
    """Return the author's files whose code a browser would run."""
    return frozenset(filter(is_active, sources))


def write_manifest(manifest: SiteManifest) -> bytes:
    """Return a manifest as bytes; each policy is stored once."""
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
    """Return the manifest in bytes; None if another version of Octavo wrote it."""
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
