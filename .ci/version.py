"""See that a tag, the version and the changelog agree, and print what the changelog says of the version.

Usage: .ci/version.py [TAG]; without a tag, what is to be released next.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SECTION = re.compile(r"^## \[(?P<name>[^\]]+)\](?: - (?P<date>\d{4}-\d\d-\d\d))?$", re.MULTILINE)


def sections(text: str) -> dict[str, tuple[str, str]]:
    """The date and the text of each version of a changelog, by its name."""
    found = list(_SECTION.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)]
    return {
        each["name"]: (each["date"] or "", text[each.end() : end].strip())
        for each, end in zip(found, ends, strict=True)
    }


def notes(changelog: str, version: str, tag: str) -> str:
    """What the changelog says of a version.

    Raises:
        ValueError: if the tag is not that of the version, or the version has no dated section with a text.
    """
    known = sections(changelog)
    if tag and tag != f"v{version}":
        raise ValueError(f"the tag is {tag}, but pyproject.toml has version {version}")
    if not tag and version not in known:
        return known["Unreleased"][1]
    date, text = known.get(version, ("", ""))
    if not text or not date:
        raise ValueError(f"CHANGELOG.md needs a section `## [{version}] - YYYY-MM-DD` that says what changed")
    return text


def main() -> None:
    """Print the notes, or say what is wrong and exit with 1."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    try:
        told = notes(changelog, version, "".join(sys.argv[1:2]))
    except ValueError as error:
        sys.exit(str(error))
    sys.stdout.write(f"{told}\n")


if __name__ == "__main__":
    main()
