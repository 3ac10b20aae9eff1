"""What stands below the text of a page: whether it helped, and how to change it."""

from __future__ import annotations

from typing import Any

from octavo.project.repository import Repository, edit_address, issue_address
from octavo.settings import Settings
from octavo.site.model import Page


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
