"""The end of a page: the feedback question, and the edit links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from octavo.problems import Code, Problem, Severity
from octavo.project.git.repository import Repository, build_edit_address, build_issue_address
from octavo.render.basis.wording import Wording
from octavo.render.shell.below_text.rating import (
    LONGEST_COMMENT,
    QUESTION,
    REASONS,
    ROUTE,
    SERVED_STYLES,
    TRAP,
    WHY,
)
from octavo.settings.models.analytics import SERVICES
from octavo.settings.models.site_settings import Settings
from octavo.site.model import Page
from octavo.site.navigation import PlaceOf

_WITHOUT_EVENTS = {name for name, row in SERVICES["analytics"].items() if "takesNoEvents" in row}
"""Analytics providers without events, which can't record feedback."""


def build_page_end(
    settings: Settings, repository: Repository | None, page: Page, base_path: str, say: Wording
) -> dict[str, Any] | None:
    """Return the values of the template; None if the page has no such end."""
    feedback = settings.feedback
    edit = issue = None
    if repository and feedback.suggest_edit and not page.generated:
        edit = build_edit_address(repository, page.source)
    if repository and feedback.raise_issue:
        issue = build_issue_address(repository, page.title, page.url)
    values = {"rating": feedback.thumbs_rating, "edit": edit, "issue": issue}
    if not any(values.values()):
        return None
    return values | {
        "page": page.url,
        "action": base_path + ROUTE,
        "served_styles": f"{base_path}/{SERVED_STYLES}",
        "trap": TRAP,
        "question": say(QUESTION),
        "why": {vote: say(text) for vote, text in WHY.items()},
        "longest_comment": LONGEST_COMMENT,
        "reasons": [
            {"vote": vote, "name": name, "text": say(text)}
            for vote, reasons in REASONS.items()
            for name, text in reasons.items()
        ],
    }


def check_page_end(
    settings: Settings, repository: Repository | None, place_of: PlaceOf
) -> Iterator[Problem]:
    """Report settings for the end of pages that have no effect."""
    feedback = settings.feedback
    switches = [("suggestEdit", feedback.suggest_edit), ("raiseIssue", feedback.raise_issue)]
    links = [key for key, is_asked in switches if is_asked]
    if links and not (repository and build_issue_address(repository, "", "")):
        yield Problem(
            Code.REPOSITORY_UNKNOWN,
            "pages have no link to their source: "
            + (
                f"the addresses of the host of {repository.url} are not known"
                if repository
                else "neither the settings nor git say where it is public"
            ),
            place_of(("repository",) if settings.repository else ("feedback", links[0])),
            Severity.INFO,
            "GitHub, GitLab, Bitbucket, Gitea, Forgejo and Codeberg are known."
            if repository
            else 'Set "repository" to its address.',
        )
    if feedback.thumbs_rating and settings.analytics.list_identifiers().keys() <= _WITHOUT_EVENTS:
        yield Problem(
            Code.RATING_NOT_SHOWN,
            "on a static host readers are not asked whether a page was helpful: "
            "nothing takes their answers",
            place_of(("feedback", "thumbsRating")),
            Severity.INFO,
            "Serve the site with `octavo serve --database`, or name a provider "
            "under `analytics` that takes events, such as `ga4`, `plausible` or `posthog`.",
        )
