"""Files that examples of the catalogue name in their console lines: how each is made."""

import json
import re
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from click.testing import CliRunner

from casekit import resources
from casekit.cli.main import main
from casekit.games.midnight.language.edition_file import load_edition
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.pipeline import loading, translation
from casekit.print.numbers.lock import Lock, LockEntry, lock_text
from casekit.translation.po import catalogue_text
from casekit.translation.po_reading import read_catalogue
from casekit.translation.work import extracted
from tests.testers import log_of

BASE = base_of()
FIRST = re.sub(r"^([A-Z][^\n]*)$", lambda line: line[0][::-1], BASE, flags=re.MULTILINE)
"""A case that has hardly a word in common with the base."""


def _text(content):
    return lambda file: file.write_text(content, encoding="utf-8")


def _large(file):
    with file.open("wb") as stream:
        stream.truncate(200_000_000)


def _report_of(*titles):
    """Make the JSON of ``casekit report`` on cases of some titles."""

    def write(file):
        cases = [file.with_name(f"{number}.case") for number, _ in enumerate(titles)]
        for case, title in zip(cases, titles, strict=True):
            case.write_text(BASE.replace("The Last Soup", title), encoding="utf-8")
        done = CliRunner().invoke(main, ["report", "--json", *map(str, cases)])
        assert done.exit_code == 0, done.stderr
        file.write_text(done.stdout, encoding="utf-8")
        for case in cases:
            case.unlink()

    return write


def _log(change):
    """The bytes of the log of a game with the base case, after a change to them."""

    def write(file):
        parsed = loading.parse_bytes(BASE.encode(), "base.case")
        edition, _ = load_edition(base_of("midnight", "base.toml").encode(), Path("edition.toml"))
        document = loading.resolve_document(parsed, LoadedEdition(edition)).resolved.document
        log = log_of(game_called("midnight").table.playbook(document), ("ANNA alibi", "01"))
        file.write_text(change(json.dumps(log)), encoding="utf-8")

    return write


def _lock(*cases):
    """A lock file of a booklet of some cases, each with three paragraphs."""

    def write(file):
        digest = f"sha256:{'0' * 64}"
        numbered = {}
        for at, case in enumerate(cases):
            paths = ("01", "02", "03")
            numbered[case] = {path: LockEntry(3 * at + place, digest) for place, path in enumerate(paths, 1)}
        file.write_text(lock_text(Lock("base", 0, (), numbered)), encoding="utf-8")

    return write


@cache
def _whole_catalogue():
    """The catalogue of the base case in French, with each text translated by itself."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "base.case").write_text(BASE, encoding="utf-8")
        (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
        work, _, _ = translation.open_translation(folder / "base.case", "fr", lambda _: None)
        (data,) = [data for path, data in extracted(work).items() if path.name == "base.po"]
    catalogue, _, _ = read_catalogue(data, "base.po")
    entries = tuple(replace(entry, translation=entry.source) for entry in catalogue.entries)
    return catalogue_text(replace(catalogue, entries=entries))


_CONTEXT = re.compile(r'^msgctxt (".*")$', re.MULTILINE)
_HEADER_FIELD = re.compile(r'^"([\w-]+): .*$', re.MULTILINE)


def overlaid_catalogue(fragment):
    """Lay entries, or fields of the header, over the catalogue of the base case, in which all is translated."""
    blocks = {}
    for block in _whole_catalogue().split("\n\n"):
        context = _CONTEXT.search(block)
        blocks[context[1] if context else ""] = block
    for block in fragment.strip("\n").split("\n\n"):
        context = _CONTEXT.search(block)
        if context:
            blocks[context[1]] = block
        for field in _HEADER_FIELD.finditer("" if context else block):
            old = re.compile(rf'^"{field[1]}: .*$', re.MULTILINE)
            blocks[""] = old.sub(lambda _, field=field: field[0], blocks[""])
    return "\n\n".join(blocks.values()).rstrip("\n") + "\n"


EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def deck_with(card):
    """A deck for the two zones of the base, with a card in the place of its last one."""
    text = (EXAMPLES / "deck.toml").read_text(encoding="utf-8")
    plain = {"zone": "zone = 2", "rules": "rules = []"}
    lines = [plain.get(line.split(" ")[0], line) for line in text.splitlines()]
    deck = "\n".join(lines)
    title = re.search(r'^title = ".*"$', card, re.MULTILINE)[0]
    cards = [each for each in deck.split("\n\n") if title not in each]
    kept = [each for each in cards if "[[cards]]" in each]
    return "\n\n".join([*kept[: len(kept) - (len(kept) > 17)], card])


def _harbour(change=lambda text: text):
    """The deck of Deception that comes with casekit, after a change."""
    return lambda file: file.write_text(
        change(resources.text("games/deception/edition.toml")), encoding="utf-8"
    )


_FIRST_SUITS = re.compile(r"suits = \[.*?\]", re.DOTALL)


def _twin(text):
    """Add a means that suits what the first one suits."""
    first = text[text.index("  { slug") : text.index("] },") + 5]
    twin = re.sub('slug = ".*?", name = ".*?"', 'slug = "twin", name = "Twin"', first)
    return text.replace("cards = [\n", f"cards = [\n{twin}", 1)


FILES = {
    "a-thousand-todos.case": _text(BASE.replace("Geese", "TODO " * 1_100)),
    "anna.json": _log(lambda text: text),
    "base.lock.json": _lock("base.case"),
    "broken.odt": lambda file: file.write_bytes(b"PK\x03\x04"),
    "brick/edition.toml": _harbour(lambda text: _FIRST_SUITS.sub("suits = []", text, count=1)),
    "corisande.toml": lambda file: file.write_bytes((EXAMPLES / "edition.toml").read_bytes()),
    "empty.txt": _text(""),
    "first.case": _text(FIRST),
    "forty-thousand-lines.case": _text(BASE + "~ owes(ANNA)\n" * 110_000),
    "half.json": _log(lambda text: text[: len(text) // 2]),
    "harbour/edition.toml": _harbour(),
    "notes.txt": _text("Geese, feathers and two damp aprons.\n"),
    "one-case.json": _report_of("The Last Soup"),
    "photograph.case": _large,
    "twins/edition.toml": _harbour(_twin),
    "two-cases.json": _report_of("The Last Soup", "The Last Toast"),
    "two-cases.lock.json": _lock("base.case", "toast.case"),
    "windows-1252.case": lambda file: file.write_bytes(BASE.replace("soup", "consommé").encode("cp1252")),
}
"""A function that writes a file, by the name that examples have for it."""
