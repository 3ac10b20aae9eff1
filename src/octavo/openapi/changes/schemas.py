"""Compares schemas of two documents: each pair once, wherever the documents use it.

A pair is what two documents say at the same place, read on the same side. Pairs hold pairs:
properties, items, variants. Named schemas are compared under their own name, so that one change of
a shared schema is one change, with the operations that it reaches.
"""

from __future__ import annotations

from collections.abc import Iterator

from octavo.openapi.changes.effects import Change, Effect, Move, judge
from octavo.openapi.changes.values import compare_values, list_variant_values, show, write_words
from octavo.openapi.model import Choice, Node, OperationKey, Property, Schema, Side
from octavo.openapi.schema.reader import SchemaReader, is_visible
from octavo.values import Struct, field

MAX_PAIRS = 200_000
"""After so many pairs nothing more is compared: documents that are made to be slow have an end."""

_LEAST_WORDS = 40
"""Properties that say less than this many letters are not taken for renamed ones."""

_Key = tuple[int, int, Side]


class _Pair(Struct):
    """Two schemas to compare: what changed in them, and what leads to them."""

    old: Schema
    new: Schema
    side: Side
    where: str
    moves: list[tuple[str, Move]] = field(default_factory=list)
    """What changed, with the place below this pair."""
    users: int = 0
    """A bit for each operation that reaches it."""
    inside: list[_Key] = field(default_factory=list)


class SchemaComparison:
    """Compares the schemas that two documents hold at the same places."""

    def __init__(self, old: SchemaReader, new: SchemaReader) -> None:
        self._old, self._new = old, new
        self.is_whole = True
        """False after `MAX_PAIRS` schemas: then there can be more changes."""
        self._pairs: dict[_Key, _Pair] = {}
        self._queue: list[_Key] = []
        self._operations: dict[OperationKey, int] = {}

    def add(
        self, old: Node | None, new: Node | None, side: Side, where: str, user: OperationKey
    ) -> None:
        """Compare two schemas that an operation uses; a missing one allows any value."""
        if old is None or new is None:
            return
        key = self._get_pair(self._old.read(old), self._new.read(new), side, where)
        if key is not None:
            number = self._operations.setdefault(user, len(self._operations))
            self._pairs[key].users |= 1 << number
        self._run()

    def list_changes(self) -> Iterator[Change]:
        """Yield what changed in all schemas, with the operations that each change reaches."""
        self._spread_users()
        keys = list(self._operations)
        for pair in self._pairs.values():
            if not pair.moves:
                continue
            users = tuple(key for key in keys if pair.users >> self._operations[key] & 1)
            for place, move in pair.moves:
                where = f"{pair.where}, {place}" if place else pair.where
                yield Change(
                    move.code,
                    judge(move, pair.side),
                    where,
                    move.message,
                    move.old or pair.old.node,
                    move.new or pair.new.node,
                    pair.side,
                    users,
                )

    # --- pairs

    def _get_pair(self, old: Schema, new: Schema, side: Side, where: str) -> _Key | None:
        key = id(old), id(new), side
        if key in self._pairs:
            return key
        if len(self._pairs) >= MAX_PAIRS:
            self.is_whole = False
            return None
        if new.name is not None:
            where = f"schema `{new.name}`"
        self._pairs[key] = _Pair(old, new, side, where)
        self._queue.append(key)
        return key

    def _run(self) -> None:
        while self._queue:
            self._compare(self._pairs[self._queue.pop()])

    def _spread_users(self) -> None:
        queue = [pair for pair in self._pairs.values() if pair.users]
        while queue:
            pair = queue.pop()
            for key in pair.inside:
                inner = self._pairs[key]
                if pair.users & ~inner.users:
                    inner.users |= pair.users
                    queue.append(inner)

    def _descend(self, pair: _Pair, old: Node, new: Node, place: str) -> None:
        where = f"{pair.where}, {place}" if place else pair.where
        key = self._get_pair(self._old.read(old), self._new.read(new), pair.side, where)
        if key is not None and key not in pair.inside[-1:]:
            pair.inside.append(key)

    # --- one pair

    def _compare(self, pair: _Pair) -> None:
        pair.moves += [("", move) for move in compare_values(pair.old, pair.new)]
        if (pair.old.choice is None) == (pair.new.choice is None):
            self._compare_properties(pair)
        self._compare_parts(pair)
        self._compare_further(pair)
        self._compare_items(pair)
        self._compare_choices(pair)

    def _compare_parts(self, pair: _Pair) -> None:
        parts = [_list_parts(each.node) for each in (pair.old, pair.new)]
        if parts[0] != parts[1] and not pair.moves:
            message = "it is combined from other schemas now"
            self._note(pair, "parts-changed", Effect.NONE, message, None, None)

    def _compare_properties(self, pair: _Pair) -> None:
        old = {each.name: each for each in self._list_visible(pair.old, pair.side, self._old)}
        new = {each.name: each for each in self._list_visible(pair.new, pair.side, self._new)}
        gone = [each for name, each in old.items() if name not in new]
        come = [each for name, each in new.items() if name not in old]
        for before, after in self._find_renamed(gone, come):
            gone.remove(before)
            come.remove(after)
            message = f"the property {show(before.name)} is called {show(after.name)} now"
            self._note(pair, "property-renamed", Effect.OTHER, message, before.node, after.node)
        for each in gone:
            # A client may go on sending it where unknown properties are allowed.
            firm = each.required if pair.side is Side.RESPONSE else pair.new.additional is False
            effect = Effect.WIDER if pair.side is Side.RESPONSE else Effect.NARROWER
            message = f"the property {show(each.name)} was removed"
            self._note(pair, "property-removed", effect, message, each.node, None, firm=firm)
        for each in come:
            effect = Effect.NARROWER if each.required else Effect.WIDER
            if pair.side is Side.RESPONSE:
                effect = Effect.NARROWER
            kind = "required " if each.required else ""
            message = f"the {kind}property {show(each.name)} was added"
            self._note(pair, "property-added", effect, message, None, each.node)
        for name, before in old.items():
            if (same := new.get(name)) is not None:
                self._compare_property(pair, before, same)

    def _compare_property(self, pair: _Pair, old: Property, new: Property) -> None:
        if old.required != new.required:
            effect = Effect.NARROWER if new.required else Effect.WIDER
            kind = "required" if new.required else "optional"
            message = f"the property {show(new.name)} is {kind} now"
            self._note(pair, "property-required", effect, message, old.node, new.node)
        self._descend(pair, old.node, new.node, f"`{new.name}`")

    def _find_renamed(
        self, gone: list[Property], come: list[Property]
    ) -> list[tuple[Property, Property]]:
        """Return properties that have another name now, where only one pair says the same."""
        if not gone or not come:
            return []
        before: dict[str, list[Property]] = {}
        for each in gone:
            before.setdefault(write_words([each.required, each.node.value]), []).append(each)
        after: dict[str, list[Property]] = {}
        for each in come:
            after.setdefault(write_words([each.required, each.node.value]), []).append(each)
        return [
            (before[words][0], after[words][0])
            for words in before.keys() & after.keys()
            if len(before[words]) == len(after[words]) == 1
            and len(words) > len('[true, {"type": "string"}]')
        ]

    @staticmethod
    def _list_visible(schema: Schema, side: Side, reader: SchemaReader) -> Iterator[Property]:
        return (each for each in schema.properties if is_visible(reader.read(each.node), side))

    def _compare_further(self, pair: _Pair) -> None:
        """Compare patterns of names, and what other properties may be."""
        old = {each.name: each.node for each in pair.old.pattern_properties}
        new = {each.name: each.node for each in pair.new.pattern_properties}
        for name in dict.fromkeys((*old, *new)):
            if name in old and name in new:
                self._descend(pair, old[name], new[name], f"properties like `{name}`")
                continue
            effect, verb = (
                (Effect.WIDER, "was removed") if name in old else (Effect.NARROWER, "was added")
            )
            message = f"the rule for properties like {show(name)} {verb}"
            self._note(pair, "pattern-property", effect, message, old.get(name), new.get(name))
        before, after = pair.old.additional, pair.new.additional
        if isinstance(before, Node) and isinstance(after, Node):
            self._descend(pair, before, after, "other properties")
            return
        ranks = [_rank_openness(each) for each in (before, after)]
        if ranks[0] == ranks[1]:
            return
        effect = Effect.WIDER if ranks[0] < ranks[1] else Effect.NARROWER
        message = f"other properties {_OPENNESS[ranks[1]]} now"
        # Clients pass over properties that they do not know; the values of a map they read.
        firm = effect is Effect.NARROWER or 0 not in ranks
        self._note(pair, "additional-properties", effect, message, None, None, firm=firm)

    def _compare_items(self, pair: _Pair) -> None:
        if pair.old.items is not None and pair.new.items is not None:
            self._descend(pair, pair.old.items, pair.new.items, "each item")
        elif pair.old.items != pair.new.items and (pair.old.types == pair.new.types):
            has_schema = pair.new.items is not None
            effect = Effect.NARROWER if has_schema else Effect.WIDER
            message = (
                "its items have a schema now" if has_schema else "its items have no schema now"
            )
            self._note(pair, "items-changed", effect, message, pair.old.items, pair.new.items)
        before, after = pair.old.prefix_items, pair.new.prefix_items
        for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
            self._descend(pair, old, new, f"item {number}")
        if len(before) != len(after):
            effect = Effect.WIDER if len(before) < len(after) else Effect.NARROWER
            message = f"it had {len(before)} fixed items and has {len(after)} now"
            self._note(pair, "items-changed", effect, message, None, None)
        old_content, new_content = pair.old.content_schema, pair.new.content_schema
        if old_content is not None and new_content is not None:
            self._descend(pair, old_content, new_content, "its content")
        elif old_content is not new_content:
            effect = Effect.NARROWER if old_content is None else Effect.WIDER
            verb = "has a schema now" if old_content is None else "has no schema now"
            self._note(pair, "content-schema", effect, f"its content {verb}", None, None)

    # --- variants

    def _compare_choices(self, pair: _Pair) -> None:
        old, new = pair.old.choice, pair.new.choice
        if old is None and new is None:
            return
        lists = [each.enum or list_variant_values(each) for each in (pair.old, pair.new)]
        if all(lists):
            return  # `compare_values` compares the lists, however they are cut into variants
        if old is None or new is None:
            self._compare_with_choice(pair, old, new)
            return
        if old.discriminator != new.discriminator:
            was, now = (
                show(each) if each else "none" for each in (old.discriminator, new.discriminator)
            )
            message = f"the property that tells its variants apart was {was} and is {now} now"
            self._note(pair, "discriminator-changed", Effect.NONE, message, None, None)
        before, after = self._name_options(old, self._old), self._name_options(new, self._new)
        gone = [name for name in before if name not in after]
        come = [name for name in after if name not in before]
        # Variants without a name are the same one where only one went and one came.
        if (
            len(gone) == len(come) == 1
            and not gone[0].startswith("#")
            and not come[0].startswith("#")
        ):
            self._descend(pair, before[gone.pop()], after[come.pop()], "a variant")
        for name in gone:
            message = f"the variant {show(name.lstrip('#'))} was removed"
            self._note(pair, "variant-removed", Effect.NARROWER, message, before[name], None)
        for name in come:
            message = f"the variant {show(name.lstrip('#'))} was added"
            self._note(pair, "variant-added", Effect.WIDER, message, None, after[name])
        for name in [name for name in before if name in after]:  # in the order of the document
            self._descend(pair, before[name], after[name], "")
        self._compare_mapping(pair, old, new)

    def _compare_mapping(self, pair: _Pair, old: Choice, new: Choice) -> None:
        """Compare the values that stand for variants with a name."""
        before = {self._old.read(each.node).name: set(each.values) for each in old.options}
        for option in new.options:
            name = self._new.read(option.node).name
            for value in sorted(before.get(name, set()) - set(option.values)) if name else ():
                message = f"the value {show(value)} no longer stands for {show(name)}"
                self._note(pair, "discriminator-changed", Effect.NONE, message, None, option.node)

    def _compare_with_choice(self, pair: _Pair, old: Choice | None, new: Choice | None) -> None:
        choice = new or old
        if choice is None:
            return
        single, reader = (pair.old, self._new) if new else (pair.new, self._old)
        names = {reader.read(each.node).name for each in choice.options}
        is_one_of = single.name is not None and single.name in names
        is_one_of = is_one_of or any(
            write_words(each.node.value) == write_words(single.node.value)
            for each in choice.options
        )
        effect = Effect.OTHER
        if is_one_of:
            effect = Effect.WIDER if new else Effect.NARROWER
        count = len(choice.options)
        message = f"has {count} variants now" if new else f"no longer has {count} variants"
        self._note(pair, "variants-changed", effect, message, None, None)

    @staticmethod
    def _name_options(choice: Choice, reader: SchemaReader) -> dict[str, Node]:
        """Return the variants by what they are called, else by their words."""
        options: dict[str, Node] = {}
        for option in choice.options:
            schema = reader.read(option.node)
            name = f"#{schema.name}" if schema.name else ",".join(option.values)
            options.setdefault(name or write_words(option.node.value), option.node)
        return options

    def _note(
        self,
        pair: _Pair,
        code: str,
        effect: Effect,
        message: str,
        old: Node | None,
        new: Node | None,
        *,
        firm: bool = True,
    ) -> None:
        pair.moves.append(("", Move(code, effect, message, firm, old, new)))


_OPENNESS = ("are not allowed", "have a schema", "are allowed")


def _list_parts(node: Node) -> list[object]:
    """Return the references of `allOf`."""
    parts = node.value.get("allOf") if isinstance(node.value, dict) else None
    return [each.get("$ref") for each in parts or () if isinstance(each, dict)]


def _rank_openness(additional: Node | bool | None) -> int:
    if additional is False:
        return 0
    return 1 if isinstance(additional, Node) else 2
