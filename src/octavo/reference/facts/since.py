"""Says since which release something exists, when it changed last, and when it was deprecated."""

from __future__ import annotations

from octavo.openapi.changes.digests import name_operation, name_parameter, name_schema
from octavo.openapi.changes.history import NO_HISTORY, History, Since
from octavo.openapi.model import OperationKey, Parameter, Schema
from octavo.reference.facts.about import DEPRECATED
from octavo.reference.view import About, Line, Mark, Words, list_words, say
from octavo.values import replace

NEXT = say("the next release")
MARK = "since"
"""The class of marks. Another one has the number of the release: 0 for the first."""
_NEW = say("new in {release}")
_CHANGED = say("changed in {release}")
_DEPRECATED = say("deprecated since {release}")


def name_release(name: str) -> Words:
    """Return the name of a release in a sentence."""
    return Words("{name}", (("name", name),)) if name else NEXT


def number_releases(history: History) -> dict[str, int]:
    """Return the releases that have newer ones, the newest first, with their numbers."""
    last = len(history.releases) - 1
    numbers = {release.name: last - at for at, release in enumerate(history.releases)}
    return {name: number for name, number in numbers.items() if name and number < last}


class SinceMarks:
    """The marks of one API document; none without a history."""

    def __init__(self, history: History | None) -> None:
        self._history = history or NO_HISTORY
        releases = reversed(self._history.releases)
        self._numbers = {release.name: at for at, release in enumerate(releases)}

    def list_of_operation(self, key: OperationKey) -> tuple[Line, ...]:
        """Return a line with the marks of an operation."""
        marks = self._list(self._history.find(name_operation(key)))
        words = [each.label for each in marks if isinstance(each.label, Words)]
        kinds = " ".join(dict.fromkeys(name for each in marks for name in each.kind.split()))
        return (Line(list_words(words), kinds),) if words else ()

    def list_of_parameter(self, key: OperationKey, parameter: Parameter) -> tuple[Mark, ...]:
        """Return the marks of a parameter of an operation."""
        return self._list(self._history.find(name_operation(key), name_parameter(parameter)))

    def add_to_property(self, about: About, schema: Schema, name: str) -> About:
        """Return the statements about a property, with its marks."""
        if not self._numbers or schema.name is None:
            return about
        marks = self._list(self._history.find(name_schema(schema.name), name))
        return add_marks(about, marks)

    def _list(self, since: Since | None) -> tuple[Mark, ...]:
        if since is None:
            return ()
        said = ((_NEW, since.new), (_CHANGED, since.changed), (_DEPRECATED, since.deprecated))
        return tuple(
            Mark(
                Words(words.text, (("release", name_release(name)),)),
                f"{MARK} {MARK}-{self._numbers[name]}",
            )
            for words, name in said
            if name in self._numbers
        )


def add_marks(about: About, marks: tuple[Mark, ...]) -> About:
    """Return statements with more marks; a mark of the end replaces the plain one."""
    if not marks:
        return about
    ends = any(
        isinstance(each.label, Words) and each.label.text == _DEPRECATED.text for each in marks
    )
    own = [each for each in about.marks if not (ends and each == DEPRECATED)]
    return replace(about, marks=(*own, *marks))
