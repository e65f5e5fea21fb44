"""Types every prefix of every example, which takes about an hour: ``every_prefix.py [FILE...]``, with all its answers.

``--every 97`` types so many characters at a time, and ``--first 5`` begins with so many; runs with other numbers see other prefixes.
The suite takes some of them (``tests/editor/test_typing.py``).
"""

import argparse
from pathlib import Path

from editing import ask_everything, ask_of_the_whole, compare_with_whole, opened

from casekit.editor.positions import TextChange, TextRange

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--every", type=int, default=1, help="how many characters are typed at a time")
    parser.add_argument("--first", type=int, default=0, help="how many are there before")
    asked = parser.parse_args()
    for file in asked.files or sorted(EXAMPLES.rglob("*.case")):
        text = file.read_text(encoding="utf-8")
        session, document = opened(file.parent, text[: asked.first], file.name)
        for number, at in enumerate(range(asked.first, len(text), asked.every)):
            end = document.places.position(at)
            change = TextChange(TextRange(end, end), text[at : at + asked.every])
            session.change(document.uri, number, (change,))
            try:
                ask_everything(document, at + len(change.text))
                ask_of_the_whole(document)
                compare_with_whole(document)
            except Exception:
                print(f"{file} fails after {at + len(change.text)} characters")
                raise
        print(f"{file}: {number + 1} prefixes", flush=True)


if __name__ == "__main__":
    main()
