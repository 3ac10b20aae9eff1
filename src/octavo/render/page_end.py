"""What stands below the text of a page: whether it helped, and how to change it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from octavo.problems import Code, Problem, Severity
from octavo.project.repository import Repository, edit_address, issue_address
from octavo.settings import Settings
from octavo.site.model import Page
from octavo.site.navigation import PlaceOf

_WITHOUT_EVENTS = frozenset({"clearbit"})
"""Providers of analytics that take no events, and so no answers of readers."""


def page_end_values(
    settings: Settings, repository: Repository | None, page: Page
) -> dict[str, Any] | None:
    """Return the values of the template; None where nothing stands there."""
    feedback = settings.feedback
    edit = issue = None
    if repository and feedback.suggest_edit and not page.generated:
        edit = edit_address(repository, page.source)
    if repository and feedback.raise_issue:
        issue = issue_address(repository, page.title, page.url)
    values = {"rating": feedback.thumbs_rating, "edit": edit, "issue": issue}
    return values if any(values.values()) else None


def check_page_end(settings: Settings, place_of: PlaceOf) -> Iterator[Problem]:
    """Tell why readers are not asked whether a page helped, though the author wants so."""
    if settings.feedback.thumbs_rating and settings.analytics.as_data().keys() <= _WITHOUT_EVENTS:
        yield Problem(
            Code.RATING_NOT_SHOWN,
            "readers are not asked whether a page was helpful: nothing takes their answers",
            place_of(("feedback", "thumbsRating")),
            Severity.INFO,
            "Name a provider under `analytics` that takes events, such as `ga4`, `plausible` or "
            "`posthog`: it gets them as `docs.feedback.thumbs_up` and `docs.feedback.thumbs_down`.",
        )
