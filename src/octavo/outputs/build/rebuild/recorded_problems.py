"""What the record of a build tells again, when nothing has changed since."""

from __future__ import annotations

from octavo.outputs.cache.record import BuildRecord
from octavo.problems import Problem


def list_recorded_problems(record: BuildRecord) -> list[Problem]:
    """Return the problems of a build, without those of the project as a tree of files."""
    of_pages = (each for page in record.pages for each in page.problems)
    problems = (*record.site_problems, *of_pages, *record.api_problems)
    return [*problems, *_list_lost_links(record)]


def _list_lost_links(record: BuildRecord) -> list[Problem]:
    if not any(link[-1] is not None for page in record.pages for link in page.fragments):
        return []
    from octavo.site.fragments import FragmentLink, explain_lost_links  # noqa: PLC0415 (few have any)

    return explain_lost_links(
        [FragmentLink(*link) for link in page.fragments] for page in record.pages
    )
