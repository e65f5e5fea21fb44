"""Frozen classes of values, and values gathered, paired and compared by what they have in common.

The methods of frozen classes are written when they are first called: ``dataclass(frozen=True)`` writes and
compiles up to six methods of a class while its module is imported, which takes half a millisecond. A command
imports two hundred such classes, and calls few of these methods.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeVar, dataclass_transform

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
        written = _initializer(cls) if name == "__init__" else _comparison(cls, name)
        written.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, written)
        return written(self, *arguments, **named)

    return method


@cache
def _code(text: str) -> CodeType:
    """The code of a method. Classes with as many fields share it: these are called ``_0``, ``_1`` and so on."""
    return next(each for each in compile(text, __name__, "exec").co_consts if isinstance(each, CodeType))


def _written(text: str, listed: Iterable[Field[Any]], **known: Any) -> FunctionType:
    """The method with this text, with the names of the fields that are ``listed``; it knows some other names."""
    code, called = _code(text), {f"_{at}": each.name for at, each in enumerate(listed)}
    names, variables, constants = (
        tuple([called.get(each, each) for each in part])
        for part in (code.co_names, code.co_varnames, code.co_consts)
    )
    return FunctionType(
        code.replace(co_names=names, co_varnames=variables, co_consts=constants),
        {"_give": object.__setattr__, "_missing": MISSING, **known},
    )


def _initializer(cls: type) -> FunctionType:
    """The method ``__init__``."""
    listed = sorted(fields(cls), key=lambda each: bool(each.kw_only))
    parameters, lines, known = ["self", *(f"_{at}" for at, _ in enumerate(listed))], ["pass"], {}
    for at, each in enumerate(listed):
        value = f"_{at}"
        if each.default_factory is not MISSING:
            known[f"_{at}_made"] = each.default_factory
            value = f"_{at}_made() if _{at} is _missing else _{at}"
        lines.append(f"_give(self, '_{at}', {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    text = "\n ".join([f"def __init__({', '.join(parameters)}):", *lines])
    written = _written(text, listed, **known)
    unnamed = sum(not each.kw_only for each in listed)
    written.__code__ = written.__code__.replace(
        co_argcount=1 + unnamed, co_kwonlyargcount=len(listed) - unnamed
    )
    has_default = [each for each in listed if each.default is not each.default_factory]
    written.__defaults__ = tuple([each.default for each in has_default if not each.kw_only])
    written.__kwdefaults__ = {each.name: each.default for each in has_default if each.kw_only}
    return written


def _comparison(cls: type, name: str) -> FunctionType:
    """A method that compares the fields that count, or hashes them."""
    hashes = name == "__hash__"
    compared = [each for each in fields(cls) if each.compare and not (hashes and each.hash is False)]
    ours, theirs = (
        f"({''.join(f'{owner}._{at}, ' for at, _ in enumerate(compared))})" for owner in ("self", "other")
    )
    if hashes and hasattr(cls, "kept_hash"):
        text = (
            "def __hash__(self):\n"
            " try: return self.kept_hash\n"
            f" except AttributeError: _give(self, 'kept_hash', hash({ours}))\n"
            " return self.kept_hash"
        )
    elif hashes:
        text = f"def __hash__(self): return hash({ours})"
    else:
        text = (
            f"def {name}(self, other):\n"
            f" return {ours} {_COMPARING[name]} {theirs} if other.__class__ is self.__class__ else NotImplemented"
        )
    return _written(text, compared)


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


K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Values by their keys, both in the order in which they come."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def counted(count: int, noun: str) -> str:
    """A number of things, each called by a noun: ``1 page``, ``2 pages``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


_ENOUGH = 0.5
"""The part that two values must have in common for one to be the other that has changed, or has another name now."""


def best_pairs(old: Sequence[V], new: Sequence[V], alike: Callable[[V, V], float]) -> dict[int, int]:
    """For places in one list those of what is alike enough in the other, each once: the most alike first; ``alike`` is from 0 to 1."""
    scores = sorted(
        (-alike(one, other), at, place) for at, one in enumerate(old) for place, other in enumerate(new)
    )
    found: dict[int, int] = {}
    for score, at, place in scores:
        if -score >= _ENOUGH and at not in found and place not in found.values():
            found[at] = place
    return found


Change = tuple[str, int, int, int, int]
"""A part of a list and what it is in another, as ``difflib`` says it."""


def changes(old: Sequence[V], new: Sequence[V], are_many: Callable[[int, int], bool]) -> list[Change]:
    """How one list becomes another; where as many values ``are_many`` between the first and the last that differ, these are one change."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - few compare lists

    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    found: list[Change] = [("equal", 0, head, 0, head)]
    if are_many(len(left), len(right)):
        found.append(("replace", head, head + len(left), head, head + len(right)))
    else:
        middle = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        found += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in middle]
    return [*found, ("equal", len(old) - tail, len(old), len(new) - tail, len(new))]
