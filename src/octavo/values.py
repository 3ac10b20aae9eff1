"""Classes of named fields: as the standard library's to type checkers, lighter at run time.

Type checkers see `dataclasses`, and so let nobody assign to a field of a frozen value. At run time
fields are assigned plainly, only `__init__` is compiled when a class is loaded, and `dataclasses`,
which loads half of Python's tools for looking into code, is not imported at all.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 (says that it is public)
    from dataclasses import field as field  # noqa: PLC0414
    from dataclasses import replace as replace  # noqa: PLC0414
else:

    def dataclass(*, frozen: bool = False, slots: bool = False, eq: bool = True) -> Any:
        """Make a class one of named fields, with the meaning of the standard library's options."""
        if not slots:
            raise TypeError("values have slots, so that a misspelled field is a mistake")
        return lambda cls: _make_class(cls, frozen, eq)

    def field(**options: Any) -> Any:
        """Say more of a field than its default; with the standard library's names."""
        return _Field(**options)

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a value with some of its fields changed."""
        for name in list_fields(value):
            if name not in changes:
                changes[name] = getattr(value, name)
        return type(value)(**changes)


class _Field:
    """What is said of a field."""

    __slots__ = ("compare", "default", "default_factory", "init", "repr")

    def __init__(
        self,
        default: Any = ...,
        default_factory: Callable[[], Any] | None = None,
        init: bool = True,
        repr: bool = True,  # noqa: A002 (the standard library's name)
        compare: bool = True,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare


def list_fields(value: Any) -> tuple[str, ...]:
    """Return the names of the fields of a value, or of a class of values."""
    names: tuple[str, ...] = value.__slots__
    return names


def _make_class(cls: type, frozen: bool, eq: bool) -> Any:
    namespace = dict(cls.__dict__)
    fields: dict[str, _Field] = {}
    for name in namespace.get("__annotations__", ()):
        default = namespace.pop(name, ...)
        field_ = fields[name] = default if type(default) is _Field else _Field(default)
        if field_.default.__class__.__hash__ is None:
            raise ValueError(f"all values would share the default of {name}: use default_factory")
        if not field_.init and (field_.default is not ... or field_.default_factory):
            raise TypeError(f"{name} is assigned after __init__ and needs no default")
    del namespace["__dict__"], namespace["__weakref__"]
    namespace["__slots__"] = tuple(fields)
    namespace["__match_args__"] = tuple(name for name, field_ in fields.items() if field_.init)
    namespace["__init__"] = _make_init(fields, "__post_init__" in namespace)
    namespace["_repr_names"] = [name for name, field_ in fields.items() if field_.repr]
    namespace.setdefault("__repr__", _represent)
    if eq:
        _add_equality(namespace, [name for name in fields if fields[name].compare], frozen)
    new_class = type(cls.__name__, cls.__bases__, namespace)
    new_class.__qualname__ = cls.__qualname__
    return new_class


def _make_init(fields: dict[str, _Field], is_followed: bool) -> Callable[..., None]:
    namespace: dict[str, Any] = {"missing": ...}
    parameters, lines = ["self"], []
    for name, field_ in fields.items():
        if not field_.init:
            continue
        value = name
        if field_.default_factory is not None:
            namespace[f"make_{name}"] = field_.default_factory
            value = f"make_{name}() if {name} is missing else {name}"
            parameters.append(f"{name}=missing")
        elif field_.default is not ...:
            namespace[f"default_{name}"] = field_.default
            parameters.append(f"{name}=default_{name}")
        else:
            parameters.append(name)
        lines.append(f"    self.{name} = {value}")
    if is_followed:
        lines.append("    self.__post_init__()")
    source = f"def __init__({', '.join(parameters)}):\n" + ("\n".join(lines) or "    pass")
    exec(source, namespace)  # noqa: S102 (of the names of fields, which are our own)
    init: Callable[..., None] = namespace["__init__"]
    return init


def _add_equality(namespace: dict[str, Any], names: list[str], hashable: bool) -> None:
    key: Callable[[Any], Any] = attrgetter(*names) if names else _build_no_key

    def equal(self: object, other: object) -> Any:
        return key(self) == key(other) if self.__class__ is other.__class__ else NotImplemented

    def hash_value(self: object) -> int:
        return hash(key(self))

    has_hash = namespace.get("__hash__") is not None
    namespace.setdefault("__eq__", equal)
    if not has_hash:
        namespace["__hash__"] = hash_value if hashable else None


def _build_no_key(_: object) -> tuple[()]:
    return ()


K = TypeVar("K")
V = TypeVar("V")


class ByIdentity(Generic[K, V]):
    """What is known of objects, by which object it is and not by what it equals.

    For keys that have no hash, such as the parts of a parsed document, or a slow one, such as
    places in it. The number by which an object is found is its own only as long as it lives: so
    each is kept here, beside what is known of it.
    """

    __slots__ = ("_entries",)

    def __init__(self) -> None:
        self._entries: dict[int, tuple[K, V]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: K) -> bool:
        return id(key) in self._entries

    def __setitem__(self, key: K, value: V) -> None:
        self._entries[id(key)] = key, value

    def get(self, key: K) -> V | None:
        """Return what is known of an object; None where nothing is."""
        entry = self._entries.get(id(key))
        return None if entry is None else entry[1]


def _represent(self: Any) -> str:
    parts = [f"{name}={getattr(self, name)!r}" for name in self._repr_names]
    return f"{type(self).__qualname__}({', '.join(parts)})"
