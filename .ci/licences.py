"""Write the list of licences of everything that casekit depends on; exit with 1 if one is unknown or not open.

Usage: .ci/licences.py >docs/licences.md, in an environment with everything in it.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent

OPEN = frozenset(
    (
        *(
            "0BSD",
            "Apache-2.0",
            "BSD",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "CC0-1.0",
            "HPND",
            "ISC",
            "MIT",
            "MIT-0",
        ),
        *("MIT-CMU", "MPL-2.0", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib"),
        *("LGPL-2.0-or-later", "LGPL-2.1-or-later", "LGPL-3.0-or-later"),
    )
)
"""Identifiers of SPDX for licences that the Open Source Initiative or the Free Software Foundation call free."""

_SPELLINGS = {
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "bsd license": "BSD",
    "bsd 2-clause license": "BSD-2-Clause",
    "bsd 3-clause license": "BSD-3-Clause",
    "bsd-3-clause license": "BSD-3-Clause",
    "gnu lesser general public license v2 or later (lgplv2+)": "LGPL-2.0-or-later",
    "historical permission notice and disclaimer (hpnd)": "HPND",
    "isc license (iscl)": "ISC",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "python software foundation license": "PSF-2.0",
    "the unlicense (unlicense)": "Unlicense",
}

STATED = {
    "axe-playwright-python": "MIT",
    "pypdfium2": "BSD-3-Clause AND Apache-2.0",  # its own words go on: the libraries inside it have theirs
    # Peers of the benchmarks, which are not installed with the tests.
    "ortools": "Apache-2.0",
    "reasoning-gym": "Apache-2.0",
}
"""What is not in the metadata of a package that is installed here."""

_INTRODUCTION = """\
# Licences of what casekit depends on

casekit is under the MIT licence; its fonts, its colour profile and its table of letters that look alike have licences of their own, which are beside them. These are the
licences of the packages that it is installed with, as their metadata says. All of them are open. `.ci/licences.py` writes this list, and
CI refuses a dependency whose licence is unknown or not open.
"""


class UnknownLicenceError(Exception):
    """A package says nothing of its licence that could be understood, or it is not an open one."""


def licence_of(name: str) -> str:
    """The licence of a package, as an expression of SPDX identifiers.

    Raises:
        UnknownLicenceError: if it is not known, or not open.
    """
    if name in STATED:
        return STATED[name]
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError as error:
        raise UnknownLicenceError(f"{name} is not installed") from error
    classifiers = [
        line.rpartition(" :: ")[2] for line in about.get_all("Classifier") or () if "License ::" in line
    ]
    said = [about.get("License-Expression"), about.get("License"), *classifiers]
    for text in filter(None, said):
        expression = understood(text)
        if expression:
            return expression
    raise UnknownLicenceError(f"{name}: its licence is unknown or not open: {[*filter(None, said)]}")


def understood(text: str) -> str:
    """A licence as an expression of open ones; empty if it is not that."""
    known = _SPELLINGS.get(text.strip().lower(), text.strip())
    names = re.split(r"\s+(?:AND|OR|WITH)\s+|[()]", known)
    return known if all(name.strip() in OPEN for name in names if name.strip()) else ""


def direct(requirements: Iterable[str]) -> list[str]:
    """The names of packages that requirements name, but for casekit itself."""
    names = dict.fromkeys(canonicalize_name(Requirement(each).name) for each in requirements)
    return [name for name in names if name != "casekit"]


def below(requirements: Iterable[str]) -> Iterator[str]:
    """What requirements bring along on this machine beside themselves, each once."""
    left = [Requirement(each) for each in requirements]
    seen = {canonicalize_name(each.name) for each in left}
    while left:
        above = left.pop()
        try:
            needed = metadata.requires(above.name) or []
        except metadata.PackageNotFoundError:
            continue
        for each in map(Requirement, needed):
            name = canonicalize_name(each.name)
            extras = ("", *above.extras)
            wanted = each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in extras)
            if wanted and name not in seen:
                seen.add(name)
                left.append(each)
                yield name


def page(project: dict[str, object]) -> str:
    """The list as a page.

    Raises:
        UnknownLicenceError: for the first package of which it is not known, or not open.
    """
    extras: dict[str, list[str]] = project["optional-dependencies"]  # type: ignore[assignment]
    needed = direct(project["dependencies"])  # type: ignore[arg-type]
    parts = [_INTRODUCTION, *_table("Always installed", needed)]
    parts += _table("Brought along by these", sorted(below(project["dependencies"])))  # type: ignore[arg-type]
    known = {*needed}
    for extra, requirements in extras.items():
        names = [name for name in direct(requirements) if name not in known]
        known |= {*names}
        parts += _table(f"With `casekit[{extra}]`", names)
    return "\n".join(parts) + "\n"


def _table(title: str, names: Iterable[str]) -> list[str]:
    rows = [f"| {name} | {licence_of(name)} |" for name in names]
    return [f"## {title}", "", "| package | licence |", "|---|---|", *rows, ""]


def main() -> None:
    """Print the page, or say which licence is unknown."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        sys.stdout.write(page(project).rstrip("\n") + "\n")
    except UnknownLicenceError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
