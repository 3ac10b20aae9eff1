"""Icons that are written as names between colons, such as `:material-check:`."""

from __future__ import annotations

from octavo.render.icons.library import find_icon

_SETS = ("material", "fontawesome", "octicons", "simple")
_STYLES = ("solid", "regular", "brands")


def is_icon_name(name: str) -> bool:
    """Whether a name is that of an icon, of a set that Material knows."""
    return name.startswith(tuple(f"{each}-" for each in _SETS))


def find_icon_name(name: str) -> str | None:
    """Return our name of an icon such as `material/account-circle` or `fontawesome-brands-x`."""
    parts = name.replace("/", "-").removeprefix(".icons-").split("-")
    if parts[0] in _SETS:
        parts = parts[1:]
    if parts and parts[0] in _STYLES:
        parts = parts[1:]
    if parts and parts[-1].isdigit() and len(parts) > 1:  # octicons end in their size
        parts = parts[:-1]
    while parts:
        name_in_set = "-".join(parts)
        if find_icon(name_in_set):
            return name_in_set
        if parts[-1] not in _ENDS:
            return None
        parts = parts[:-1]
    return None


_ENDS = frozenset("outline variant circle box multiple filled fill alt logo mark badge".split())
