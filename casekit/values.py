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
    """Make a class a dataclass as ``dataclass(frozen=True)`` does.

    Neither can inherit from the other.
    A class with a slot ``kept_hash`` keeps its hash there.
    """

    def made(cls: Any) -> Any:
        defined = vars(cls)
        wanted = ["__init__", *(("__eq__", "__hash__") if eq else ()), *(_ORDER if order else ())]
        # Python gives a class that defines equality alone a hash that is None.
        wanted = [name for name in wanted if defined.get(name) is None]
        cls = dataclass(init=False, repr=False, eq=False, **options)(cls)
        for name in wanted:
            setattr(cls, name, _unwritten(cls, name))
        if cls.__repr__ is object.__repr__:
            cls.__repr__ = _representation
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
    """The code of a method, shared by classes with as many fields: names there are ``_0``, ``_1`` etc."""
    constants = compile(text, __name__, "exec").co_consts
    return next(constant for constant in constants if isinstance(constant, CodeType))


def _written(text: str, listed: Iterable[Field[Any]], **known: Any) -> FunctionType:
    """The method with this text, with the names of the ``listed`` fields; it also knows some other names."""
    code = _code(text)
    called = {f"_{place}": member.name for place, member in enumerate(listed)}
    names = [called.get(name, name) for name in code.co_names]
    variables = [called.get(name, name) for name in code.co_varnames]
    constants = [called.get(constant, constant) for constant in code.co_consts]
    return FunctionType(
        code.replace(co_names=tuple(names), co_varnames=tuple(variables), co_consts=tuple(constants)),
        {"_give": object.__setattr__, "_missing": MISSING, **known},
    )


def _initializer(cls: type) -> FunctionType:
    """The method ``__init__``."""
    unnamed = [member for member in fields(cls) if not member.kw_only]
    listed = [*unnamed, *[member for member in fields(cls) if member.kw_only]]
    parameters, lines, known = ["self"], ["pass"], {}
    for place, member in enumerate(listed):
        name = value = f"_{place}"
        parameters.append(name)
        if member.default_factory is not MISSING:
            known[f"{name}_made"] = member.default_factory
            value = f"{name}_made() if {name} is _missing else {name}"
        lines.append(f"_give(self, '{name}', {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    text = "\n ".join([f"def __init__({', '.join(parameters)}):", *lines])
    written = _written(text, listed, **known)
    written.__code__ = written.__code__.replace(
        co_argcount=1 + len(unnamed), co_kwonlyargcount=len(listed) - len(unnamed)
    )
    # Both are ``MISSING`` where there is no default.
    has_default = [member for member in listed if member.default is not member.default_factory]
    written.__defaults__ = tuple([member.default for member in has_default if not member.kw_only])
    written.__kwdefaults__ = {member.name: member.default for member in has_default if member.kw_only}
    return written


def _comparison(cls: type, name: str) -> FunctionType:
    """A method that compares the fields that count, or hashes them."""
    hashes = name == "__hash__"
    compared = [member for member in fields(cls) if member.compare and not (hashes and member.hash is False)]
    own = f"({''.join([f'self._{place}, ' for place in range(len(compared))])})"
    other = own.replace("self.", "other.")
    if hashes and hasattr(cls, "kept_hash"):
        text = (
            "def __hash__(self):\n"
            " try: return self.kept_hash\n"
            f" except AttributeError: _give(self, 'kept_hash', hash({own}))\n"
            " return self.kept_hash"
        )
    elif hashes:
        text = f"def __hash__(self): return hash({own})"
    else:
        text = (
            f"def {name}(self, other):\n"
            f" return {own} {_COMPARING[name]} {other} if other.__class__ is self.__class__ else NotImplemented"
        )
    return _written(text, compared)


def _representation(self: Any) -> str:
    names = [member.name for member in fields(self) if member.repr]
    values = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
    return f"{type(self).__qualname__}({values})"


def _refused(self: Any, name: str, *_: Any) -> None:
    raise FrozenInstanceError(f"{name} of a {type(self).__name__} cannot be changed")


def _state(self: Any) -> list[Any]:
    return [getattr(self, member.name) for member in fields(self)]


def _with_state(self: Any, state: list[Any]) -> None:
    for member, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, member.name, value)


K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Values by their keys, both in the order in which they come."""
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def counted(count: int, noun: str) -> str:
    """A number of things, each called by a noun: ``1 page``, ``2 pages``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


_ENOUGH = 0.5
"""The part that two values must have in common for one to be the other, changed or renamed."""


def best_pairs(old: Sequence[V], new: Sequence[V], alike: Callable[[V, V], float]) -> dict[int, int]:
    """For places in one list those of what is alike enough in the other, each once: the most alike first.

    ``alike`` says how much two values have in common, from 0 to 1.
    """
    scores: list[tuple[float, int, int]] = []
    for old_place, one in enumerate(old):
        for new_place, other in enumerate(new):
            score = -alike(one, other)
            scores.append((score, old_place, new_place))
    scores.sort()
    pairs: dict[int, int] = {}
    for score, old_place, new_place in scores:
        if -score >= _ENOUGH and old_place not in pairs and new_place not in pairs.values():
            pairs[old_place] = new_place
    return pairs


Change = tuple[str, int, int, int, int]
"""A part of a list and what it is in another, as ``difflib`` says it."""


def changes(old: Sequence[V], new: Sequence[V], are_many: Callable[[int, int], bool]) -> list[Change]:
    """How one list becomes another.

    Where as many values ``are_many`` between the first and the last that differ, these are one change.
    """
    from difflib import SequenceMatcher  # noqa: PLC0415 - few compare lists

    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    parts: list[Change] = [("equal", 0, head, 0, head)]
    if are_many(len(left), len(right)):
        parts.append(("replace", head, head + len(left), head, head + len(right)))
    else:
        middle = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        parts += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in middle]
    return [*parts, ("equal", len(old) - tail, len(old), len(new) - tail, len(new))]
