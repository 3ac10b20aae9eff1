"""Creates the manifest for servers, and stores it next to the site's files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from octavo.builder.publish.publication import Publication
from octavo.builder.publish.site_folder import Signature
from octavo.builder.served.manifest import MANIFEST, SiteManifest, list_foreign, write_manifest
from octavo.site.redirects import Redirect
from octavo.site.urls import build_page_output
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.builder.pages.written import WrittenPage
    from octavo.render.site import SiteRenderer
    from octavo.site.urls import OutputNames

NO_SERVER = json.dumps({"proxy": None, "feedback": {"address": None, "searches": None}}).encode()
"""The server facts of a page on a host without Octavo's server."""


def build_site_manifest(
    renderer: SiteRenderer, pages: Iterable[WrittenPage], copies: Iterable[str]
) -> SiteManifest:
    """Return the manifest of a site; a file of the author wins over a redirect."""
    own = frozenset(copies)
    return SiteManifest(
        renderer.links.base_path,
        renderer.policy.build_page_policy({}).header,
        {page.output: page.policy for page in pages if page.policy},
        list_foreign(own),
        tuple(
            each for each in _list_redirects(renderer) if build_page_output(each.source) not in own
        ),
    )


def _list_redirects(renderer: SiteRenderer) -> Iterator[Redirect]:
    """Return the redirects; a pattern keeps its target, which depends on the match."""
    for lead in renderer.list_leads():
        yield Redirect(*lead)
    yield from (each for each in renderer.site.redirects if each.pattern)


def add_server_files(
    publication: Publication,
    outputs: dict[str, Signature],
    manifest: SiteManifest,
    *,
    compress: bool,
    names: OutputNames | None = None,
) -> None:
    """Add the server files to the complete outputs of a site.

    A compressed file is skipped if `names` has another file of that name.
    """
    if compress:
        from octavo.builder.publish.compressed import (  # noqa: PLC0415 (not for every build)
            compress_outputs,
        )

        forms, done = compress_outputs(publication, outputs, names)
        outputs.update(forms)
        manifest = replace(manifest, compressed=done)
    outputs[MANIFEST] = publication.put(MANIFEST, write_manifest(manifest))
