"""The door to jsonpath-rfc9535, which reads the targets of overlays.

The library reads queries and compares values. What walks through a document is ours, since queries
come from others: `$..*..*..*` or a filter inside of a filter would take hours. Each value that is
visited costs a step of a budget, and a place is selected once. Patterns have an engine that takes
linear time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Protocol

from iregexp_check import check as is_iregexp
from jsonpath_rfc9535 import JSONPathEnvironment, JSONPathNodeList, JSONPathQuery
from jsonpath_rfc9535.exceptions import JSONPathError
from jsonpath_rfc9535.filter_expressions import ComparisonExpression, FilterQuery
from jsonpath_rfc9535.function_extensions import ExpressionType, FilterFunction
from jsonpath_rfc9535.segments import JSONPathRecursiveDescentSegment
from jsonpath_rfc9535.selectors import FilterSelector, IndexSelector, NameSelector

from octavo.openapi.model import Pointer
from octavo.openapi.validity.library import build_pattern_search
from octavo.values import Struct, field

LONGEST_QUERY = 2_000
MAX_STEPS = 10_000_000
_COST_OF_PATTERN = 2_000
_MOST_PATTERNS = 100
_LETTERS_OF_STEP = 50


class QueryError(Exception):
    """A text that is no query."""


class TooManyStepsError(Exception):
    """Queries that take too long."""


class Budget(Struct):
    """How many more steps queries may take, and what they know of patterns."""

    steps: int = MAX_STEPS
    patterns: dict[tuple[str, bool], Callable[[str], bool]] = field(default_factory=dict)

    def take(self, steps: int) -> None:
        """Take steps, which must be left."""
        self.steps -= steps
        if self.steps < 0:
            raise TooManyStepsError

    def is_match(self, text: Any, pattern: Any, *, whole: bool) -> bool:
        """Tell whether a text, or a part of it, matches a pattern (I-Regexp, RFC 9485)."""
        if not isinstance(text, str) or not isinstance(pattern, str):
            return False
        search = self.patterns.get((pattern, whole))
        if search is None:
            self.take(_COST_OF_PATTERN + len(pattern))
            if len(self.patterns) >= _MOST_PATTERNS:
                self.patterns.clear()
            search = self.patterns[pattern, whole] = _build_search(pattern, whole=whole)
        self.take(1 + len(text) // _LETTERS_OF_STEP)
        return search(text)


class Query(Struct, frozen=True):
    """A query that was read."""

    segments: tuple[_Segment, ...]

    def select(self, tree: Any) -> list[Pointer]:
        """Return the places that the query selects, each once."""
        nodes: Iterable[_Node] = [_Node(tree, None, None, tree)]
        for segment in self.segments:
            nodes = segment.select(nodes, is_unique=True)
        return list(dict.fromkeys(node.location for node in nodes))

    def find(self, tree: Any) -> JSONPathNodeList:
        """Return what the query selects, as filters of the library ask for it."""
        nodes: Iterable[Any] = [_Node(tree, None, None, tree)]
        for segment in self.segments:
            nodes = segment.select(nodes, is_unique=False)
        return JSONPathNodeList(nodes)

    def empty(self) -> bool:
        """Tell whether the query selects the value that it is asked of."""
        return not self.segments


class _Node(Struct):
    """A value that a query visits; its place is worked out when somebody asks for it."""

    value: Any
    key: Any
    parent: _Node | None
    root: Any

    @property
    def location(self) -> Pointer:
        steps, at = [], self
        while at.parent is not None:
            steps.append(at.key)
            at = at.parent
        return tuple(reversed(steps))

    def new_child(self, value: Any, key: Any, _parent: Any) -> _Node:
        return _Node(value, key, self, self.root)


def parse_query(text: str, budget: Budget) -> Query:
    """Return the query that a text is, whose steps a budget pays."""
    if len(text) > LONGEST_QUERY:
        raise QueryError(f"it has more than {LONGEST_QUERY:,} letters")
    environment = JSONPathEnvironment()
    environment.function_extensions["match"] = _Match(budget, is_whole=True)
    environment.function_extensions["search"] = _Match(budget, is_whole=False)
    try:
        return _limit(environment.compile(text), budget)
    except JSONPathError as error:
        raise QueryError(error.args[0] if error.args else "it cannot be read") from None
    except RecursionError:
        raise QueryError("it is nested too deep") from None


class _Match(FilterFunction):  # the library asks which class it is
    """The functions `match` and `search` of filters."""

    arg_types = [ExpressionType.VALUE, ExpressionType.VALUE]  # noqa: RUF012 (as the library has it)
    return_type = ExpressionType.LOGICAL

    def __init__(self, budget: Budget, *, is_whole: bool) -> None:
        self._budget = budget
        self._is_whole = is_whole

    def __call__(self, text: Any, pattern: Any) -> bool:
        return self._budget.is_match(text, pattern, whole=self._is_whole)


class _Selector(Protocol):
    def resolve(self, node: Any) -> Iterable[Any]: ...


class _Segment(Struct, frozen=True):
    """One step of a query."""

    selectors: tuple[tuple[_Selector, int], ...]
    """Each with the steps that it takes for a child; 0 where it looks at one only."""
    descends: bool
    is_first_descent: bool
    """Whether no value can be reached twice so far."""
    budget: Budget

    def select(self, nodes: Iterable[_Node], *, is_unique: bool) -> Iterator[_Node]:
        if self.descends:
            nodes = self._descend(nodes, is_unique=is_unique and not self.is_first_descent)
        nodes = self._choose(nodes)
        if is_unique and len(self.selectors) > 1:
            return _drop_repeated(nodes)
        return nodes

    def _choose(self, nodes: Iterable[_Node]) -> Iterator[_Node]:
        for node in nodes:
            for selector, cost in self.selectors:
                count = len(node.value) if cost and isinstance(node.value, dict | list) else 0
                self.budget.take(1 + count * cost)
                yield from selector.resolve(node)

    def _descend(self, nodes: Iterable[_Node], *, is_unique: bool) -> Iterator[_Node]:
        """Yield nodes and all containers inside of them, in the order of the text."""
        seen: set[Pointer] = set()
        for node in nodes:
            queue = [node] if isinstance(node.value, dict | list) else []
            while queue:
                at = queue.pop()
                if is_unique:
                    place = at.location
                    if place in seen:
                        continue
                    seen.add(place)
                self.budget.take(1)
                yield at
                queue += [
                    _Node(value, key, at, at.root)
                    for key, value in reversed(_list_containers(at.value))
                ]


def _drop_repeated(nodes: Iterable[_Node]) -> Iterator[_Node]:
    seen: set[Pointer] = set()
    for node in nodes:
        place = node.location
        if place not in seen:
            seen.add(place)
            yield node


class _Comparison(Struct, frozen=True):
    """A comparison, which costs as much as there is to compare."""

    inner: ComparisonExpression
    budget: Budget

    def evaluate(self, context: Any) -> bool:
        values = [_evaluate(side, context) for side in (self.inner.left, self.inner.right)]
        self.budget.take(_count_both(values[0], values[1], self.budget.steps))
        return self.inner.evaluate(context)


def _limit(query: JSONPathQuery, budget: Budget) -> Query:
    """Return a query of the library with steps that cost."""
    segments: list[_Segment] = []
    for segment in query.segments:
        selectors = tuple((each, _limit_selector(each, budget)) for each in segment.selectors)
        descends = isinstance(segment, JSONPathRecursiveDescentSegment)
        is_first = not any(each.descends for each in segments)
        segments.append(_Segment(selectors, descends, is_first, budget))
    return Query(tuple(segments))


def _limit_selector(selector: Any, budget: Budget) -> int:
    if isinstance(selector, FilterSelector):
        return 1 + _limit_expression(selector.expression, budget)
    return 0 if isinstance(selector, NameSelector | IndexSelector) else 1


def _limit_expression(expression: Any, budget: Budget) -> int:
    """Replace the queries and comparisons inside an expression; return how many parts it has."""
    if isinstance(expression, FilterQuery):
        expression.query = _limit(expression.query, budget)  # type: ignore[assignment]  # has what filters ask for
        return 1
    count = 1
    for name in ("expression", "left", "right"):
        part = getattr(expression, name, None)
        if part is not None:
            count += _limit_expression(part, budget)
            if isinstance(part, ComparisonExpression):
                setattr(expression, name, _Comparison(part, budget))
    for argument in getattr(expression, "args", ()):
        count += _limit_expression(argument, budget)
    return count


def _evaluate(side: Any, context: Any) -> Any:
    value = side.evaluate(context)
    return value[0].value if isinstance(value, JSONPathNodeList) and len(value) == 1 else value


def _list_containers(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return [item for item in value.items() if isinstance(item[1], dict | list)]
    if isinstance(value, list):
        return [item for item in enumerate(value) if isinstance(item[1], dict | list)]
    return []


def _count_both(left: Any, right: Any, most: int) -> int:
    """Return how many values there are inside of the smaller of two, up to a limit."""
    if not isinstance(left, dict | list) or not isinstance(right, dict | list):
        return 0
    pairs = zip(_walk(left), _walk(right), strict=False)
    return sum(1 for _ in islice(pairs, most + 1))


def _walk(value: Any) -> Iterator[Any]:
    queue = [value]
    while queue:
        at = queue.pop()
        yield at
        if isinstance(at, dict):
            queue += at.values()
        elif isinstance(at, list):
            queue += at


def _build_search(pattern: str, *, whole: bool) -> Callable[[str], bool]:
    """Return what compares texts with a pattern; one that cannot be used matches nothing."""
    text = _write_dots(pattern)
    search = build_pattern_search(f"^(?:{text})$" if whole else text)
    return search if search and is_iregexp(pattern) else lambda _text: False


def _write_dots(pattern: str) -> str:
    """Write `.` as what it means: any letter but the ends of lines."""
    parts, is_escaped, is_class = [], False, False
    for letter in pattern:
        parts.append("[^\\n\\r]" if letter == "." and not is_escaped and not is_class else letter)
        if not is_escaped and letter in "[]":
            is_class = letter == "["
        is_escaped = letter == "\\" and not is_escaped
    return "".join(parts)
