"""One state of a built site, checked completely before it is served.

A build replaces the state of a site in one step. Until then, all files come from the loaded state,
also for requests that began before. Two states never mix.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping

from octavo.builder.publish.held_folder import HeldFolder, hold_path
from octavo.builder.publish.site_folder import Digest, Signature, load_site_folder, read_signature
from octavo.builder.served.manifest import (
    MANIFEST,
    PROXY_MANIFEST,
    SERVER_FACTS,
    SERVER_FOLDER,
    SiteManifest,
    read_manifest,
)
from octavo.builder.served.proxy_manifest import ProxyManifest
from octavo.builder.served.stored_manifest import read_proxy_manifest
from octavo.problems import Code, Location, Problem
from octavo.project.files import OPEN_FLAGS, Identity, read_identity
from octavo.project.walk import OUTPUT_MARK
from octavo.render.shell.below_text.rating import SERVED_STYLES
from octavo.server.web.descriptors import lack_descriptors
from octavo.site.redirects import Redirects, build_redirects
from octavo.site.urls import build_page_output
from octavo.values import Struct

_PIECE = 1 << 20
_MOST_NAMED = 5
_BUILD_AGAIN = "Build the site again with `octavo build`, and copy the whole folder."

StateIdentity = tuple[Identity, int]
"""Identifies the state of a folder by its mark, which each build writes again."""


class SiteError(Exception):
    """A folder can't be served; the problem says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class SiteBusyError(SiteError):
    """The site is temporarily unreadable, because too many files are open."""

    def __init__(self, path: str, error: OSError) -> None:
        message = f"the site cannot be read at present: {error.strerror}"
        hint = "Let the server open more files (ulimit -n, LimitNOFILE of systemd)."
        super().__init__(_build_problem(Code.SERVER_FAILED, message, path, hint))


class SiteChangedError(Exception):
    """A file has changed since the check of its site."""


class Generation(Struct, frozen=True, eq=False):
    """A state of a site whose files are complete."""

    folder: HeldFolder
    identity: StateIdentity
    files: Mapping[str, Signature]
    """The files that readers may request, by output."""
    manifest: SiteManifest
    redirects: Redirects
    proxy: ProxyManifest | None
    """The operations for the playground; None if the site has no playground."""
    asks_readers: bool
    """Whether pages ask readers for feedback, if the server accepts it."""

    @property
    def base_path(self) -> str:
        """The path of the site's root."""
        return self.manifest.base_path

    def has_page(self, url: str) -> bool:
        """Tell whether the site has a page at a URL."""
        return self.is_page(build_page_output(url))

    def list_pages(self) -> Iterator[str]:
        """Yield the URLs of all pages."""
        for output in filter(self.is_page, self.files):
            yield f"/{output}".removesuffix("/index.html") or "/"

    def is_page(self, output: str) -> bool:
        """Tell whether a file is a page of the site, and no HTML file of the author."""
        return (
            f"/{output}".endswith("/index.html")
            and output in self.files
            and output not in self.manifest.foreign
        )

    def open(self, output: str) -> int:
        """Return a descriptor of a file in its checked state.

        Raises `SiteChangedError` and `SiteBusyError`.
        """
        try:
            descriptor = self.folder.open(output, OPEN_FLAGS)
        except OSError as error:
            if lack_descriptors(error):
                raise SiteBusyError(self.folder.path, error) from error
            raise SiteChangedError(output) from error
        signature = self.files[output]
        if read_signature(os.fstat(descriptor), signature.digest) != signature:
            os.close(descriptor)
            raise SiteChangedError(output)
        return descriptor

    def load(self, output: str) -> bytes:
        """Return the content of a file."""
        with open(self.open(output), "rb", buffering=0) as file:
            return file.read()

    def close(self) -> None:
        """Close the folder."""
        self.folder.close()


def find_identity(path: str) -> StateIdentity | None:
    """Return the identity of the state in a folder; None without a site."""
    try:
        status = os.stat(f"{path}/{OUTPUT_MARK}")
    except OSError:
        return None
    return read_identity(status), status.st_mtime_ns


def load_generation(path: str, before: Generation | None = None) -> Generation:
    """Load and check the state of the site in a folder; raise `SiteError` on failure.

    Unchanged files are not read again.
    """
    while True:
        identity = find_identity(path)
        if identity is None:
            raise SiteError(_explain_missing(path))
        try:
            return _load_state(path, identity, before)
        except SiteError:
            # A state that is replaced during the check is not damaged.
            if find_identity(path) in (identity, None):
                raise


def _load_state(path: str, identity: StateIdentity, before: Generation | None) -> Generation:
    try:
        folder = hold_path(path)
    except OSError as error:
        raise _explain_unreadable(path, "opened", error) from error
    try:
        return _load(folder, identity, before)
    except OSError as error:
        folder.close()
        raise _explain_unreadable(path, "read", error) from error
    except SiteError:
        folder.close()
        raise


def _load(folder: HeldFolder, identity: StateIdentity, before: Generation | None) -> Generation:
    site = load_site_folder(folder)
    digests = site.mark.outputs if site.mark else {}
    manifest = read_manifest(folder.load(MANIFEST)) if MANIFEST in site.outputs else None
    if manifest is None or not all(digests.values()):
        message = "this site was built by another version of Octavo, or only a part of it is here"
        raise SiteError(_build_problem(Code.SITE_DAMAGED, message, folder.path, _BUILD_AGAIN))
    missing = sorted(digests.keys() - site.outputs.keys())
    if missing:
        raise SiteError(_explain_damage(folder.path, f"{_join_names(missing)} is missing"))
    changed = sorted(_find_changed(folder, site.outputs, before))
    if changed:
        raise SiteError(
            _explain_damage(folder.path, f"{_join_names(changed)} is not as it was built")
        )
    return Generation(
        folder,
        identity,
        _list_served(site.outputs, manifest),
        manifest,
        build_redirects(manifest.redirects),
        _load_proxy(folder, site.outputs),
        SERVED_STYLES in site.outputs,
    )


def _find_changed(
    folder: HeldFolder, outputs: Mapping[str, Signature], before: Generation | None
) -> Iterator[str]:
    """Yield the files whose content differs from the build's."""
    files = before.files if before else {}
    for output, signature in outputs.items():
        if files.get(output) != signature and _read_digest(folder, output) != signature.digest:
            yield output


def _read_digest(folder: HeldFolder, output: str) -> str:
    digest = Digest()
    with open(folder.open(output, OPEN_FLAGS), "rb", buffering=0) as file:
        while piece := file.read(_PIECE):
            digest.add(piece)
    return digest.finish()


def _list_served(outputs: Mapping[str, Signature], manifest: SiteManifest) -> dict[str, Signature]:
    """Return the files that readers may request, without the redirect pages for static hosts."""
    hidden = {build_page_output(each.source) for each in manifest.redirects if not each.pattern}
    return {
        output: signature
        for output, signature in outputs.items()
        if output not in hidden
        and output not in (SERVER_FACTS, SERVED_STYLES)
        and not output.startswith(f"{SERVER_FOLDER}/")
    }


def _load_proxy(folder: HeldFolder, outputs: Mapping[str, Signature]) -> ProxyManifest | None:
    if PROXY_MANIFEST not in outputs:
        return None
    manifest = read_proxy_manifest(folder.load(PROXY_MANIFEST))
    if manifest is None:
        raise SiteError(_explain_damage(folder.path, f"{PROXY_MANIFEST} cannot be understood"))
    return manifest


# --- problems ---


def _explain_missing(path: str) -> Problem:
    with contextlib.suppress(OSError):
        if os.path.isdir(path):
            message = "Octavo did not build this folder"
            hint = "Name a folder that `octavo build` made, such as dist."
            return _build_problem(Code.SITE_NOT_BUILT, message, path, hint)
    message = "there is no such folder"
    return _build_problem(Code.SITE_NOT_BUILT, message, path, "Build the site first: octavo build")


def _explain_unreadable(path: str, action: str, error: OSError) -> SiteError:
    if lack_descriptors(error):
        return SiteBusyError(path, error)
    return SiteError(_explain_damage(path, f"it cannot be {action} ({error.strerror})"))


def _explain_damage(path: str, what: str) -> Problem:
    return _build_problem(Code.SITE_DAMAGED, f"this site is damaged: {what}", path, _BUILD_AGAIN)


def _build_problem(code: Code, message: str, path: str, hint: str) -> Problem:
    return Problem(code, message, Location(path), hint=hint)


def _join_names(outputs: list[str]) -> str:
    names = ", ".join(f"`{output}`" for output in outputs[:_MOST_NAMED])
    further = len(outputs) - _MOST_NAMED
    return f"{names} and {further:,} more" if further > 0 else names
