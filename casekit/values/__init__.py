"""Frozen classes, and the fields of their instances. Nothing else in the package knows how they are made.

``frozen`` makes a class, ``field`` one of its fields. ``replace`` copies an instance with other values.
``field_values`` gives the values of its fields as they are, ``asdict`` as dictionaries all the way down, and
``accessors`` are for copies by the thousand. Modules that make instances of any class, as those that read
settings do, ask for its ``fields`` and whether one has a default (``MISSING``).
"""

from dataclasses import MISSING, asdict, field, fields, is_dataclass, replace

from casekit.values.frozen_classes import Accessor, accessors, field_values, frozen

__all__ = (
    "MISSING",
    "Accessor",
    "accessors",
    "asdict",
    "field",
    "field_values",
    "fields",
    "frozen",
    "is_dataclass",
    "replace",
)
