"""The API reference of an application, without a project: built once, at the first request.

Only then all routes of the application are there, and the path of the mount is known. The site is
in a folder that only this process reads, and is removed with it.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Mapping
from typing import Any

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.builder.served.file_headers import ALWAYS
from octavo.openapi.bundle.bundler import TooLargeError, bundle_document
from octavo.problems import Problem, Severity, render_text
from octavo.scaffold.export.child import Failure, read_application
from octavo.scaffold.onefile.reference_site import write_reference_project
from octavo.scaffold.page_files import read_named_document
from octavo.server.feedback.service import FeedbackService
from octavo.server.proxy.rules import ProxyRules
from octavo.server.serve.mounted import MountedSite
from octavo.server.web.asgi import Receive, Scope, Send
from octavo.server.web.static_site import find_root_path, send_text

MOST_PLACES = 8
"""The paths below which one reference can be mounted."""
_NO_DOCUMENT = "`openapi` is no application with an API document: give the document, or its path"
_MISSING = {
    "off": "this application has turned its API document off: set its `openapi_config`",
    "spectacular": "Django needs drf-spectacular for its API document: pip install drf-spectacular",
    "docstrings": "the docstrings of this Starlette application have no API document",
}


class UnusableReferenceError(Exception):
    """An API reference can't be built; the text says why."""


class MountedReference:
    """The reference of an API as a web application (ASGI).

    `source` is an API document, its path or address, an application that has one, or a function
    that returns one.
    """

    def __init__(
        self,
        source: Any,
        rules: ProxyRules | None,
        site_url: str,
        say: Callable[[str], None],
        feedback: FeedbackService | None = None,
    ) -> None:
        self._read = _choose_reader(source)
        self._rules = rules
        self._site_url = site_url
        self._say = say
        self._feedback = feedback
        self._folder = os.path.realpath(tempfile.mkdtemp(prefix="octavo-"))
        self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._sites: dict[str, MountedSite] = {}
        self._lock = threading.Lock()
        self._failure: UnusableReferenceError | None = None
        self._prepare: Callable[[MountedSite], None] = lambda _site: None

    def let_assistants_read(self, rules: ProxyRules, site_url: str, *, has_calls: bool) -> None:
        """Answer assistants, too; raise `SdkMissingError` without the SDK."""
        from octavo.server.assistants.door import load_sdk  # noqa: PLC0415 (few sites need it)

        load_sdk()
        self._prepare = lambda site: site.let_assistants_read(rules, site_url, has_calls=has_calls)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; the first one waits for the build."""
        root = find_root_path(scope)
        site = self._sites.get(root)
        try:
            if site is None:
                site = await asyncio.to_thread(self._open, root)
        except UnusableReferenceError as error:
            self._say(str(error))
            text = "The API reference cannot be built. The log of the application says why.\n"
            await send_text(send, 500, text, ALWAYS)
        else:
            await site(scope, receive, send)

    def close(self) -> None:
        """Close all sites, and remove their files."""
        for site in self._sites.values():
            site.close()
        if self._feedback is not None:
            self._feedback.close()
        self._remove()

    def _open(self, root: str) -> MountedSite:
        with self._lock:  # several requests may come before the first answer
            if self._failure is not None:  # each request would build, and fail, again
                raise self._failure
            if root not in self._sites:
                if len(self._sites) >= MOST_PLACES:
                    reason = f"the API reference has more than {MOST_PLACES} places"
                    raise UnusableReferenceError(reason)
                try:
                    self._sites[root] = self._build(root)
                except UnusableReferenceError as error:
                    self._failure = error
                    raise
            return self._sites[root]

    def _build(self, root: str) -> MountedSite:
        project = os.path.join(self._folder, "project")
        output = os.path.join(self._folder, str(len(self._sites)))
        if not os.path.exists(os.path.join(project, "site.json")):
            write_reference_project(project, self._read())
        options = BuildOptions(base_path=root, site_url=self._site_url)
        report = build_folder(project, output, options)
        errors = [each for each in report.problems if each.severity is Severity.ERROR]
        if report.output is None:
            raise UnusableReferenceError("\n".join(map(_describe, errors)))
        for each in errors:
            self._say(_describe(each))
        site = MountedSite(output, self._rules, self._say, self._feedback)
        self._prepare(site)
        return site


def _choose_reader(source: Any) -> Callable[[], Mapping[str, Any]]:
    """Return what reads the document later; what is wrong already is a `UnusableReferenceError`."""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        tree = _load_document(path)
        return lambda: tree

    return lambda: _read_document(source)


def _read_document(source: Any, *, may_call: bool = True) -> Mapping[str, Any]:
    """Return the document of an application, or of what a function returns."""
    if isinstance(source, Mapping):
        return source
    try:
        document = read_application(source)
    except Failure as failure:
        kind = failure.facts["failure"]
        if kind != "unknown" or not may_call or not inspect.isroutine(source):
            raise UnusableReferenceError(_MISSING.get(kind, _NO_DOCUMENT)) from None
        return _read_document(source(), may_call=False)
    if not isinstance(document, Mapping):
        raise UnusableReferenceError(_NO_DOCUMENT)
    return document


def _load_document(path: str) -> Mapping[str, Any]:
    result, problems = read_named_document(path)
    if result is None or result.document is None:
        reasons = result.collect_problems() if result else problems
        raise UnusableReferenceError("\n".join(map(_describe, reasons)))
    try:
        return bundle_document(result.document)
    except TooLargeError:
        raise UnusableReferenceError(f"{path}: this document is too large to be one file") from None


def _describe(problem: Problem) -> str:
    return render_text(problem, lambda _source, _line: None)
