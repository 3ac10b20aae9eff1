"""What is told about the reference as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from octavo_migrate.mkdocs.reference.index import Reference
from octavo_migrate.mkdocs.reference.options import KNOWN
from octavo_migrate.mkdocs.settings_file import SettingsFile, list_named
from octavo_migrate.moved_site import Note, Outcome

_RENEW = (
    "the reference of Python objects is written out in pages, as their source was when the site "
    "was moved. To renew it, move the old project again with `octavo migrate -o another-folder`, "
    "and take the pages from there"
)


def list_reference_notes(reference: Reference, file: SettingsFile) -> Iterator[Note]:
    """Yield how the reference is renewed, and which of its options have no effect."""
    place = file.locate("plugins")
    if any(reference.objects.values()):
        yield Note(Outcome.CHANGED, _RENEW, place)
        if reference.defaults.get("show_source") is None:
            message = "the source of Python objects is not shown: it would be most of the page"
            advice = "Write `show_source: true` in the options, and move again, to have it."
            yield Note(Outcome.CHANGED, message, place, advice)
    unknown = sorted(reference.defaults.keys() - KNOWN - {"extensions"})
    if unknown:
        names = ", ".join(f"`{each}`" for each in unknown)
        message = f"options of mkdocstrings that change how a reference looks: {names}"
        yield Note(Outcome.LOST, message, place)
    for name in list_named(reference.defaults.get("extensions")):
        message = f"the extension `{name}` of griffe is code, and is not run"
        yield Note(Outcome.LOST, message, place)
