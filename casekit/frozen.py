"""Frozen dataclasses whose methods are written when they are first called.

``dataclass(frozen=True)`` writes and compiles up to six methods of a class while its module is imported, which takes half
a millisecond. A command imports two hundred such classes, and calls few of these methods.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, dataclass_transform

_ORDER = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_COMPARING = {"__eq__": "==", **_ORDER}


@dataclass_transform(frozen_default=True, field_specifiers=(field, Field))
def frozen(cls: Any = None, /, *, eq: bool = True, order: bool = False, **options: bool) -> Any:
    """Make a class a dataclass as ``dataclass(frozen=True)`` does. One of these cannot inherit from it, nor it from one of these.

    A class with a slot ``kept_hash`` keeps its hash there.
    """

    def made(cls: Any) -> Any:
        theirs = vars(cls)
        wanted = ["__init__", *(("__eq__", "__hash__") if eq else ()), *(_ORDER if order else ())]
        # Python gives a class that defines equality alone a hash that is None.
        wanted = [each for each in wanted if theirs.get(each) is None]
        cls = dataclass(init=False, repr=False, eq=False, **options)(cls)
        for name in wanted:
            setattr(cls, name, _unwritten(cls, name))
        if cls.__repr__ is object.__repr__:
            cls.__repr__ = _shown
        cls.__setattr__ = cls.__delattr__ = _refused
        if options.get("slots"):
            cls.__getstate__, cls.__setstate__ = _state, _with_state
        return cls

    return made if cls is None else made(cls)


def _unwritten(cls: type, name: str) -> Callable[..., Any]:
    """A method that puts the one with this name in its place when it is called."""

    def method(self: Any, *arguments: Any, **named: Any) -> Any:
        known = {"_give": object.__setattr__, "_missing": MISSING}
        text = _initializer(cls, known) if name == "__init__" else _comparison(cls, name)
        exec(text, known)  # noqa: S102 - it has the names of our own fields alone
        written: Any = known[name]
        written.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, written)
        return written(self, *arguments, **named)

    return method


def _initializer(cls: type, known: dict[str, Any]) -> str:
    """The text of ``__init__``. Defaults are added to the names that it may know."""
    parameters, lines = ["self"], ["pass"]
    for each in sorted(fields(cls), key=lambda each: bool(each.kw_only)):
        parameter = value = each.name
        if each.kw_only and "*" not in parameters:
            parameters.append("*")
        if each.default_factory is not MISSING:
            known[f"_{each.name}_made"] = each.default_factory
            value = f"_{each.name}_made() if {each.name} is _missing else {each.name}"
            parameter += "=_missing"
        elif each.default is not MISSING:
            known[f"_{each.name}"] = each.default
            parameter += f"=_{each.name}"
        parameters.append(parameter)
        lines.append(f"_give(self, {each.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    return "\n ".join([f"def __init__({', '.join(parameters)}):", *lines])


def _comparison(cls: type, name: str) -> str:
    """The text of a method that compares the fields that count, or hashes them."""
    hashes = name == "__hash__"
    compared = [each.name for each in fields(cls) if each.compare and not (hashes and each.hash is False)]
    ours, theirs = (f"({''.join(f'{owner}.{each}, ' for each in compared)})" for owner in ("self", "other"))
    if hashes and hasattr(cls, "kept_hash"):
        return (
            "def __hash__(self):\n"
            " try: return self.kept_hash\n"
            f" except AttributeError: _give(self, 'kept_hash', hash({ours}))\n"
            " return self.kept_hash"
        )
    if hashes:
        return f"def __hash__(self): return hash({ours})"
    return (
        f"def {name}(self, other):\n"
        f" return {ours} {_COMPARING[name]} {theirs} if other.__class__ is self.__class__ else NotImplemented"
    )


def _shown(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refused(self: Any, name: str, *_: Any) -> None:
    raise FrozenInstanceError(f"{name} of a {type(self).__name__} cannot be changed")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _with_state(self: Any, state: list[Any]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
