"""Types every prefix of every example: ``every_prefix.py [FILE...]``. An example takes some twenty minutes of processor time.

After each character, whatever may be asked about the place of typing is asked. All that may be asked of the text as a whole is
asked, and the text is compared with one that is opened as it is now, with nothing known of what it was, at the end of each line,
wherever a finding comes or goes, and ``--whole`` characters after the last time (``--whole 1``: always, which takes an hour).

``--every 97`` types so many characters at a time, ``--first 5`` begins with so many, and ``--last 9000`` ends there: several processes can share
a text, and runs with other numbers see other prefixes.
The suite takes some of them (``tests/editor/test_typing.py``).
"""

import argparse
from pathlib import Path
from time import process_time

from editing import ask_everything, ask_of_the_whole, compare_with_whole, opened
from lsprotocol import types as lsp

from casekit.editor.session import findings_of

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--every", type=int, default=1, help="how many characters are typed at a time")
    parser.add_argument("--first", type=int, default=0, help="how many are there before")
    parser.add_argument("--last", type=int, help="how many are there at the end, if not all")
    parser.add_argument("--whole", type=int, default=200, help="after how many the whole text is looked at")
    asked = parser.parse_args()
    for file in asked.files or sorted(EXAMPLES.rglob("*.case")):
        types(file, asked)


def types(file, asked):
    """Type a file from its first character to its last, and print how far that went."""
    text = file.read_text(encoding="utf-8")[: asked.last]
    session, document = opened(file.parent, text[: asked.first], file.name)
    prefixes = wholes = at = 0
    looked, said = asked.first, None
    try:
        for prefixes, start in enumerate(range(asked.first, len(text), asked.every), 1):
            at = min(start + asked.every, len(text))
            end = document.places.position(start)
            session.change(
                document.uri,
                prefixes,
                (lsp.TextDocumentContentChangePartial(lsp.Range(end, end), text[start:at]),),
            )
            assert text[:at] == document.state.text
            ask_everything(document, at)
            before, said = said, [each.diagnostic.code for each in findings_of(document)]
            if text[at - 1] == "\n" or said != before or at - looked >= asked.whole or at == len(text):
                looked, wholes = at, wholes + 1
                ask_of_the_whole(document)
                compare_with_whole(document)
            if prefixes % 1_000 == 0:
                print(f"{file.name}: {at:,} of {len(text):,} characters, {process_time():,.0f} s", flush=True)
    except Exception:
        print(f"{file} fails after {at} characters")
        raise
    print(f"{file.name}: {prefixes:,} prefixes, {wholes:,} compared with the whole", flush=True)


if __name__ == "__main__":
    main()
