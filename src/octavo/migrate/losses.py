"""Looks at the new project as a build would: what pages use that Octavo does not have is lost."""

from __future__ import annotations

from octavo.migrate.moved_site import Note, Outcome
from octavo.outputs.check.folder import check_folder
from octavo.problems import Code, Severity

_LOSSES = frozenset(
    {
        Code.COMPONENT_UNKNOWN,
        Code.EXPRESSION_FAILED,
        Code.EXPRESSION_NOT_EVALUATED,
        Code.EXPRESSION_NOT_SHOWN,
        Code.JAVASCRIPT_NOT_LIVE,
        Code.SNIPPET_MISSING,
        Code.SNIPPET_NO_EXPORT,
        Code.SNIPPET_NOT_IMPORTABLE,
        Code.DIAGRAM_NOT_DRAWN,
        Code.FORMULA_UNREADABLE,
        Code.ICON_UNKNOWN,
    }
)
"""Beside errors, what readers of a page do not see as its author meant it."""


def find_losses(folder: str) -> tuple[Note, ...]:
    """Return what is wrong with the pages of the new project that a reader would notice."""
    return tuple(
        Note(
            Outcome.LOST,
            problem.message[:1].upper() + problem.message[1:],
            problem.location,
            problem.hint,
        )
        for problem in check_folder(folder).problems
        if problem.severity is Severity.ERROR or problem.code in _LOSSES
    )
