"""Types every prefix of every example, which takes about an hour: ``every_prefix.py [FILE...]``, with all its answers.

The suite takes some of them (``tests/editor/test_typing.py``).
"""

import sys
from pathlib import Path

from editing import ask_everything, ask_of_the_whole, opened

from casekit.editor.positions import TextChange, TextRange

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]] or sorted(EXAMPLES.rglob("*.case"))
    for file in files:
        text = file.read_text(encoding="utf-8")
        session, document = opened(file.parent, "", file.name)
        for at, char in enumerate(text):
            end = document.places.position(at)
            session.change(document.uri, at, (TextChange(TextRange(end, end), char),))
            try:
                ask_everything(document, at + 1)
                ask_of_the_whole(document)
            except Exception:
                print(f"{file} fails after {at + 1} characters")
                raise
        print(f"{file}: {len(text)} prefixes")


if __name__ == "__main__":
    main()
