"""Says when an operation was compared with the API that runs, and what differed."""

from __future__ import annotations

from octavo.reference import view
from octavo.reference.view import Words, say
from octavo.site.api.compared import Checked


def list_proof(checked: Checked | None) -> tuple[view.Part, ...]:
    """Return the line of a compared operation, and its differences."""
    if checked is None:
        return ()
    day = view.Day(checked.day)
    if checked.count == 1:
        words = say("Checked against the API on {day}, 1 difference", day=day)
    else:
        count = str(checked.count)
        words = say("Checked against the API on {day}, {count} differences", day=day, count=count)
    parts: list[view.Part] = [view.Line(words, "checked")]
    if checked.messages:
        lines = [_mark_codes(each) for each in checked.messages]
        more = checked.count - len(lines)
        lines += [say("and {count} more", count=str(more))] if more > 0 else []
        inside = tuple(view.Line(each, "checked") for each in lines)
        parts.append(view.Expand(say("differences"), inside))
    return (view.Group(tuple(parts), kind="proof"),)


def _mark_codes(message: str) -> Words:
    """Return a message with its quoted names as code."""
    parts = message.split("`")
    if len(parts) % 2 == 0:
        return Words("{message}", (("message", message),))
    values = tuple(
        (f"part{at}", view.Code(part) if at % 2 else part) for at, part in enumerate(parts)
    )
    return Words("".join(f"{{{name}}}" for name, _ in values), values)
