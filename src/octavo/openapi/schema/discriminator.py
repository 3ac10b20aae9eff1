"""The values of a discriminating property, in an option and in a single schema.

A value counts as the only one only if no other is possible. Several may mean one schema, and a
schema that others extend also has their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from octavo.openapi.model import Choice, Node
from octavo.openapi.schema.inheritance import Discriminator, list_stated_values
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.openapi.schema.reader import SchemaReader

MOST_HEIRS = 100
"""The most extending schemas whose values are listed."""

_KINDS = ("oneOf", "anyOf")


class Kinds(Struct, frozen=True):
    """The property that distinguishes the options of a choice."""

    name: str
    values: Mapping[Node, tuple[str, ...]]
    """The values of the property by the places of the options; empty if unknown."""


class Discriminating(Struct, frozen=True):
    """A schema with a discriminator, and the kinds of the schemas that it extends."""

    node: Node
    discriminator: Discriminator
    inherited: tuple[Kinds, ...] = ()

    @property
    def name(self) -> str:
        """The property that identifies the schema of a value."""
        return self.discriminator.name

    def list_mapped(self, target: Node) -> tuple[str, ...]:
        """Return the values for a schema in the nearest mapping."""
        values = find_kind(self.inherited, self.name, target)
        return self.discriminator.values.get(target) or values or ()


def read_kinds(reader: SchemaReader, choice: Choice) -> Kinds | None:
    """Return how the options of a choice are distinguished; None without a discriminator."""
    if choice.discriminator is None:
        return None
    values = {reader.find_target(option.node): option.values for option in choice.options}
    return Kinds(choice.discriminator, values)


def find_kind(kinds: Iterable[Kinds], name: str, target: Node) -> tuple[str, ...] | None:
    """Return the values of a property in a schema; None if it is no option."""
    matches = (each.values[target] for each in kinds if each.name == name and target in each.values)
    return next(matches, None)


def list_option_values(
    reader: SchemaReader, node: Node, told_by: Discriminating
) -> tuple[str, ...]:
    """Return the values for an option: mapped, in the option itself, or else its name."""
    document, name = reader.document, told_by.name
    target = reader.find_target(node)
    stated = list_stated_values(document, target, name)
    mapped = told_by.list_mapped(target)
    if mapped:
        return _keep_stated(mapped, stated) or mapped
    if stated is not None and stated != list_stated_values(document, told_by.node, name):
        return stated
    is_choice = isinstance(target.value, dict) and not target.value.keys().isdisjoint(_KINDS)
    own = reader.find_name(target)
    return () if is_choice or own is None else _keep_stated((own,), stated)


def list_possible_values(
    reader: SchemaReader, node: Node, kinds: Iterable[Kinds], name: str
) -> tuple[str, ...]:
    """Return all possible values of a property in a single schema.

    They are its own and those of extending schemas. None if some are unknown, because a schema
    without a mapping may also mean itself.
    """
    heirs = reader.list_descendants(node, MOST_HEIRS)
    if len(heirs) >= MOST_HEIRS:
        return ()
    own, *others = (find_kind(kinds, name, each) for each in (node, *heirs))
    lists = [each for each in (own, *others) if each is not None]
    values = dict.fromkeys(value for each in lists for value in each)
    if not all(lists) or (own is None and len(values) < 2):
        return ()
    return _keep_stated(tuple(values), list_stated_values(reader.document, node, name))


def _keep_stated(values: tuple[str, ...], stated: tuple[str, ...] | None) -> tuple[str, ...]:
    return values if stated is None else tuple(value for value in values if value in stated)
