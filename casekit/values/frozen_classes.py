"""Frozen classes whose methods are written when somebody first calls them.

Like ``dataclass(frozen=True)``, ``frozen`` gives a class fields: its instances are made of them, are
compared and hashed by them, and cannot be changed. But ``dataclass(frozen=True)`` writes and compiles up to
six methods of each class while the module of the class is imported. That takes half a millisecond a class. A
command imports two hundred such classes and calls few of these methods: a fifth of a check went there.

So the standard library makes the fields alone, and the methods are made here, in three steps:

1. A short method takes the place of each. It knows its class and its name (``_unwritten``).
2. When it is called, it has the real method written, puts that in its own place, and calls it. Later calls go
   straight to the real method.
3. To write a method, its text is compiled (``_code``). In the text, fields are called ``_0``, ``_1`` etc., so
   that all classes with three fields share text and compiled code. A copy of the code gets the names of the
   fields of a class (``_written``).

An instance refuses changes by its ``__setattr__``, which ``__init__`` avoids (``object.__setattr__``), as in
the standard library.

To leave this, let ``frozen`` return ``dataclass(frozen=True, eq=eq, order=order, **options)(cls)``. Nothing
outside this package looks inside: others ask ``casekit.values`` for fields and copies. It costs a fifth of a
check; and ``Hashed`` in ``logic/formulas.py``, whose hash is kept here, then needs a ``__hash__`` of its own.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cache
from types import CodeType, FunctionType
from typing import Any, dataclass_transform

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


# --- fields, for others ------------------------------------------------------------------------------


def field_values(instance: Any) -> dict[str, Any]:
    """The values of an instance by the names of its fields, in their order.

    Values that have fields themselves stay as they are: ``asdict`` takes them apart too.
    """
    return {member.name: getattr(instance, member.name) for member in fields(instance)}


Accessor = tuple[Callable[[Any], Any], Callable[[Any, Any], None]]
"""How a field is read, and how it is written in an instance that is being made."""


def accessors(cls: type) -> Mapping[str, Accessor]:
    """The accessors of the fields of a class with slots, by their names.

    Copies made with them take a third of the time of ``replace``: they call no ``__init__``.
    """
    descriptors: dict[str, Any] = {member.name: getattr(cls, member.name) for member in fields(cls)}
    return {name: (descriptor.__get__, descriptor.__set__) for name, descriptor in descriptors.items()}
