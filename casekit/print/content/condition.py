"""The printing condition that files for a print shop are made for: coated paper in offset."""

from pathlib import Path

PROFILE = Path(__file__).resolve().parent.parent / "profiles" / "FOGRA39L.icc"
CONDITION = "FOGRA39"
CONDITION_NAME = "Coated FOGRA39 (ISO 12647-2:2004)"
REGISTRY = "http://www.color.org"
