"""Objects of settings: classes whose fields define how to read them.

Instances store only given values; defaults are in the class, and are shared. To type checkers, the
classes are frozen dataclasses with keyword arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

from octavo.settings.json.places import Pointer
from octavo.settings.kinds import Kind
from octavo.settings.mistakes import (
    Mistakes,
    explain_missing_key,
    explain_unknown_key,
    explain_wrong_type,
)
from octavo.values import Struct

T = TypeVar("T")
_REQUIRED: Any = object()
_ORDER = attrgetter("order")


class Setting(Struct):
    """One key of an object: its kind of value, its description, and its default."""

    kind: Kind[Any]
    description: str
    key: str
    default: Any
    usual: Any
    instead: Any
    name: str = ""
    order: int = 0

    def __set_name__(self, _owner: type, name: str) -> None:
        self.name = name
        first, *others = name.split("_")
        self.key = self.key or first + "".join(map(str.capitalize, others))

    @property
    def is_required(self) -> bool:
        """Whether an object must have the key."""
        return self.default is _REQUIRED


@overload
def setting(kind: Kind[T], description: str, *, key: str = "", instead: T | None = None) -> T: ...
@overload
def setting(
    kind: Kind[T], description: str, *, key: str = "", default: None, usual: Any = None
) -> T | None: ...
@overload
def setting(kind: Kind[T], description: str, *, key: str = "", default: T) -> T: ...
def setting(
    kind: Kind[Any],
    description: str,
    *,
    key: str = "",
    default: Any = _REQUIRED,
    usual: Any = None,
    instead: Any = None,
) -> Any:
    """Describe a field, which is required without a default.

    The key defaults to the name in camelCase. `usual` is the default in the schema for a setting
    that is None when it is missing. `instead` replaces the invalid value of a required key, so that
    the object isn't lost; the mistake is still reported.
    """
    return Setting(kind, description, key, default, usual, instead)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(setting,))
def settings_object(cls: type[T]) -> type[T]:
    """Turn a class into one of settings."""
    settings_class: Any = cls
    fields = [item for item in vars(cls).values() if isinstance(item, Setting)]
    for order, field in enumerate(fields):
        field.order = order
        if not field.is_required:
            setattr(cls, field.name, field.default)
        elif field.instead is not None:
            setattr(cls, field.name, field.instead)
        else:
            delattr(cls, field.name)
    settings_class.__settings__ = {field.key: field for field in fields}
    settings_class.__required__ = [field for field in fields if field.is_required]
    settings_class.__init__ = _hold
    settings_class.__setattr__ = _refuse
    settings_class.__eq__ = _equals
    settings_class.__hash__ = _hash
    settings_class.__repr__ = _represent
    return cls


def with_fields(fields: Mapping[str, Any]) -> Callable[[type[T]], type[T]]:
    """Give a class of settings the fields of a table."""

    def add(cls: type[T]) -> type[T]:
        for name, field in fields.items():
            field.__set_name__(cls, name)
            setattr(cls, name, field)
        return cls

    return add


def list_fields(cls: Any) -> Iterable[Setting]:
    """Return the fields of a class of settings, in their order."""
    fields: dict[str, Setting] = cls.__settings__
    return fields.values()


def object_of(cls: type[T]) -> Kind[T]:
    """Return the kind of objects for a class."""
    return object_found(lambda: cls)


def object_found(find: Callable[[], type[T]]) -> Kind[T]:
    """Return the kind of objects for a class that is defined later."""

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
        if isinstance(value, dict):
            return read_object(find(), value, place, mistakes)
        mistakes.append(explain_wrong_type(place, "be an object", value))
        return None

    return Kind(read, {"$ref": find})


def read_object(
    cls: type[T], data: Mapping[str, Any], place: Pointer, mistakes: Mistakes
) -> T | None:
    """Return the data as an object without invalid values; None if a required key is missing."""
    settings_class: Any = cls
    settings: dict[str, Setting] = settings_class.__settings__
    fields = [settings[key] for key in data if key in settings]
    unknown = [key for key in data if key not in settings] if len(fields) < len(data) else ()
    if settings_class.__required__:
        fields += [field for field in settings_class.__required__ if field.key not in data]
    fields.sort(key=_ORDER)
    instance: T | None = object.__new__(cls)
    values = instance.__dict__
    for field in fields:
        value = _read_field(field, data, place, mistakes)
        if value is not None:
            values[field.name] = value
        elif field.is_required and field.instead is None:
            instance = None
    for key in unknown:
        mistakes.append(explain_unknown_key(place, key, settings))
    return instance


def _read_field(field: Setting, data: Mapping[str, Any], place: Pointer, mistakes: Mistakes) -> Any:
    key = field.key
    if key not in data:
        mistakes.append(explain_missing_key(place, key))
        return None
    return field.kind.read(data[key], (*place, key), mistakes)


def list_own_values(value: object) -> dict[str, Any]:
    """Return the given values of an object, by field name."""
    return value.__dict__


def replace(original: T, **changes: Any) -> T:
    """Return a copy of an object with other values."""
    return type(original)(**{**list_own_values(original), **changes})


def walk_values(value: object) -> Iterator[tuple[str, Any]]:
    """Yield the keys of an object as in the file, with their values except None."""
    for field in list_fields(value):
        item = getattr(value, field.name)
        if item is not None:
            yield field.key, item


def _hold(self: object, **values: Any) -> None:
    self.__dict__.update(values)


def _refuse(self: object, name: str, _value: Any) -> None:
    raise AttributeError(f"{type(self).__qualname__} is frozen: {name!r} cannot be assigned")


def _list_values(value: object) -> list[Any]:
    return [getattr(value, field.name, None) for field in list_fields(value)]


def _equals(self: object, other: object) -> Any:
    return (
        _list_values(self) == _list_values(other) if type(self) is type(other) else NotImplemented
    )


def _hash(self: object) -> int:
    return hash(tuple(_list_values(self)))


def _represent(self: object) -> str:
    pairs = [f"{field.name}={getattr(self, field.name)!r}" for field in list_fields(self)]
    return f"{type(self).__qualname__}({', '.join(pairs)})"
