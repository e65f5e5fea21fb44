"""What casekit reads from strangers, one target each: texts to begin with, and a function that may not fail on any bytes.

A target takes its input the way the commands do, through the functions of ``pipeline``, as far as it leads.
"""

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import proofs
from editing import ask_everything, ask_of_the_whole, compare_with_whole, opened
from games import play
from lsprotocol import types

from casekit.building import execution, finished_files, plan as building_plan
from casekit.building.planned_booklets import PlannedBooklet
from casekit.diagnostics import FORMS, Finding, Report, Span, render
from casekit.games.midnight.board.board import Board, Table, board_of
from casekit.games.midnight.language.edition_file import load_edition
from casekit.kit.code_registry import all_codes, base_of
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.language.source_files import decode
from casekit.pipeline import checking, conversion, loading
from casekit.tabletop.game_rules import PlayableMystery
from tests.overlay import entry_of, examples_of, overlay

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAME = "fuzz.case"


@dataclass(frozen=True)
class Target:
    """``seeds`` makes the inputs that others are made of; ``run`` is called with each; ``suffix`` is a file's."""

    suffix: str
    seeds: Callable[[], list[bytes]]
    run: Callable[[bytes], object]


@cache
def _edition() -> LoadedEdition:
    edition, _ = load_edition(base_of("midnight", "base.toml").encode(), Path("edition.toml"))
    return LoadedEdition(edition)


def _show(data: bytes, found: tuple[Finding, ...], name: str = NAME) -> None:
    """Show findings in every form: they quote what they are about."""
    source, _ = decode(data, name)
    for form in FORMS:
        render(form, Report(found, {name: source}, (name,)))


def _overlaid(base: str, kind: str) -> list[bytes]:
    """A base text, and the catalogue's examples laid over it."""
    examples = [side for entry in map(entry_of, all_codes()) for side in examples_of(entry)]
    texts = [overlay(base, example.text) for example in examples if example.kind == kind]
    return [text.encode() for text in (base, *texts)]


def _cases() -> list[bytes]:
    return _overlaid(base_of(), "case")


def _case(data: bytes) -> None:
    _document(data, _edition())


def _puzzles() -> list[bytes]:
    return _overlaid(base_of("clue"), "puzzle")


@cache
def _puzzle_edition() -> LoadedEdition:
    return EditionFinder().of(Path("/"), "clue")


def _puzzle(data: bytes) -> None:
    _document(data, _puzzle_edition())


def _document(data: bytes, loaded_edition: LoadedEdition) -> None:
    checked = checking.check_bytes(data, NAME, loaded_edition, checking.CheckOptions(verdict_in_words=True))
    _show(data, checked.diagnostics)
    text, _, _ = conversion.format_bytes(data, NAME)
    if text is not None:
        assert (text, ()) == conversion.format_bytes(text.encode(), NAME)[::2], (
            "formatted text is not canonical"
        )
    content, _ = conversion.export_json(
        loading.resolve_document(loading.parse_bytes(data, NAME), loaded_edition)
    )
    if content is not None:
        again, problems = conversion.import_bytes(json.dumps(content).encode(), NAME)
        assert text is not None
        assert again is not None, problems
        # Gaps that the writer left between lines are no part of what is exported.
        assert text.replace("\n\n", "\n") == again.replace("\n\n", "\n"), "export loses text"


def _editions() -> list[bytes]:
    examples = [side for entry in map(entry_of, all_codes()) for side in examples_of(entry)]
    texts = [example.text for example in examples if example.kind == "toml edition"]
    return [*(text.encode() for text in texts), (EXAMPLES / "edition.toml").read_bytes()]


def _edition(data: bytes) -> None:
    _settings(data, base_of())


def _decks() -> list[bytes]:
    return [DECK.encode(), b'game = "clue"\n']


def _puzzle_edition(data: bytes) -> None:
    _settings(data, base_of("clue"))


def _settings(data: bytes, document: str) -> None:
    file = Path("edition.toml")
    file.write_bytes(data)
    loaded_edition = EditionFinder().read(file)
    _show(data, loaded_edition.diagnostics, file.name)
    if loaded_edition.settings is not None:
        _show(data, checking.check_bytes(document.encode(), NAME, loaded_edition).diagnostics)


DECK = """\
game = "clue"
title = "Clue for two"
cards = [
  { slug = "green", name = "Green", kind = "suspect" }, { slug = "plum", name = "Plum", kind = "suspect" },
  { slug = "rope", name = "Rope", kind = "weapon" }, { slug = "hall", name = "Hall", kind = "room" },
]
[levels.amateur]
lines_min = 2
together_max = 3
[[booklets]]
slug = "two"
cases = ["two.case"]
"""


@cache
def _examples() -> LoadedEdition:
    return EditionFinder().read(EXAMPLES / "edition.toml")


def _deck(data: bytes) -> None:
    from casekit.games.midnight.language.deck_file import load_deck

    edition = _examples().settings
    assert edition is not None
    _, _, found = load_deck(data, NAME, edition)
    _show(data, found)


def _lock(data: bytes) -> None:
    from casekit.print.numbers.lock import lock_text
    from casekit.print.numbers.lock_reading import foreign, parse_lock

    lock, _, found = parse_lock(data, NAME)
    _show(data, found)
    if lock is not None:
        _show(data, foreign(lock, "soup", ("base.case",)))
        lock_text(lock)


def _catalogues() -> list[bytes]:
    return [file.read_bytes() for file in sorted((EXAMPLES / "translations").rglob("*.po"))]


def _catalogue(data: bytes) -> None:
    from casekit.translation.po import catalogue_text
    from casekit.translation.po_reading import read_catalogue

    read, _, found = read_catalogue(data, NAME)
    _show(data, found)
    if read is not None:
        again, _, problems = read_catalogue(catalogue_text(read).encode(), NAME)
        assert (read, ()) == (again, problems), "a catalogue is not read as it was written"


def _jsons() -> list[bytes]:
    texts = [(text, _edition()) for text in _cases()[::20]] + [
        (text, _puzzle_edition()) for text in _puzzles()[::9]
    ]
    exported = [
        conversion.export_json(loading.resolve_document(loading.parse_bytes(text, NAME), loaded_edition))[0]
        for text, loaded_edition in texts
    ]
    return [json.dumps(each, indent=1).encode() for each in exported if each is not None]


def _json(data: bytes) -> None:
    text, found = conversion.import_bytes(data, NAME)
    _show(data, found)
    if text is not None:
        assert (text, ()) == conversion.format_bytes(text.encode(), NAME)[::2], (
            "imported text is not canonical"
        )


SHAPES = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 80 50">
<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><clipPath id="c"><rect width="9"
height="9"/></clipPath><mask id="m"><circle r="3"/></mask><path id="p" d="M0 0L9 9C1 2 3 4 5 6A3 3 0 0 1 9 9Z"/></defs>
<g fill="url(#g)" clip-path="url(#c)" mask="url(#m)" transform="rotate(9) scale(2)"><use href="#p" x="3"/></g>
<text x="3" y="9" font-size="5" style="fill: red">Soup</text><polygon points="1,2 3,4 5,6"/><ellipse rx="3" ry="9"/></svg>
"""


def _drawings() -> list[bytes]:
    return [
        SHAPES.encode(),
        *(file.read_bytes() for file in sorted((EXAMPLES / "illustrations").glob("*.svg"))),
    ]


def _svg(data: bytes) -> None:
    from casekit.print.content.artwork import Picture, picture_markup, read_picture
    from casekit.print.typesetting.typesetter import trial, typeset

    picture = read_picture(data, trial)
    if isinstance(picture, Picture):
        typeset(f"<body><div style='width: 60mm'>{picture_markup(picture)}</div></body>")


@cache
def _booklet() -> PlannedBooklet:
    folder = Path(tempfile.mkdtemp(dir=os.curdir))
    (folder / "base.case").write_text(base_of(), encoding="utf-8")
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    plan = building_plan.plan_build(folder / "base.case", EditionFinder(), None, lambda _: None)
    return plan.booklets[0]


def _pdfs() -> list[bytes]:
    """The sheet, and as its streams are compressed once more so that what is in them can be changed too."""
    from io import BytesIO

    import pikepdf

    (sheet,), _ = execution.print_product(_booklet(), "sheet", "a4", lambda _: None)
    with pikepdf.open(BytesIO(sheet.data)) as pdf:
        pdf.save(
            plain := BytesIO(),
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            compress_streams=False,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return [sheet.data, plain.getvalue()]


def _pdf(data: bytes) -> None:
    for product in ("sheet", "booklet"):
        _show(b"", finished_files.with_objects((), data, Span(NAME), _booklet(), product, "a4"))


@cache
def _board() -> Board:
    edition = EditionFinder().read(EXAMPLES / "edition.toml").settings
    return board_of(edition)


def _game(data: bytes) -> None:
    """A random game: the bytes say which, and how many play."""
    seed = int.from_bytes(sha256(data).digest()[:8])
    options = (
        (*_board().suspects, "victim", "nobody"),
        ("debt", "love", "none"),
        ("blow", "poison", "fumes"),
    )
    texts = tuple(f"secret of {path}" for path in _board().paths)
    play(Table(_board(), PlayableMystery(options, ("BRUNO", "love", "poison"), texts), 2 + seed % 4), seed)


def _texts_in_editors() -> list[bytes]:
    return [*_cases(), *_puzzles()]


def _editor(data: bytes) -> None:
    """Open a text in an editor, and ask everything at a few places of it."""
    text = data.decode("utf-8", "replace")
    _, document = opened(Path(), text, NAME)
    ask_of_the_whole(document)
    length = len(document.view.source.text)
    for offset in {0, length, *(place % (length + 1) for place in sha256(data).digest())}:
        ask_everything(document, offset)


def _whole_examples() -> list[bytes]:
    return [path.read_bytes() for path in sorted(EXAMPLES.rglob("*.case"))]


def _typing(data: bytes) -> None:
    """Type some characters of a text, at a place that the text decides, behind all that is before it."""
    text = data.decode("utf-8", "replace")
    begin = int.from_bytes(sha256(data).digest()[:4], "big") % (len(text) + 1)
    session, document = opened(Path(), text[:begin], NAME)
    for at in range(begin, min(begin + 12, len(text))):
        end = document.places.position(len(document.view.text))
        session.change(
            document.uri, at, (types.TextDocumentContentChangePartial(types.Range(end, end), text[at]),)
        )
        assert text[: at + 1] == document.view.text
        ask_everything(document, len(document.view.source.text))
    ask_of_the_whole(document)
    compare_with_whole(document)


TARGETS = {
    "case": Target(".case", _cases, _case),
    "puzzle": Target(".case", _puzzles, _puzzle),
    "edition": Target(".toml", _editions, _edition),
    "puzzle-edition": Target(".toml", _decks, _puzzle_edition),
    "deck": Target(".toml", lambda: [(EXAMPLES / "deck.toml").read_bytes()], _deck),
    "lock": Target(".lock.json", lambda: [(EXAMPLES / "corisande.lock.json").read_bytes()], _lock),
    "catalogue": Target(".po", _catalogues, _catalogue),
    "json": Target(".json", _jsons, _json),
    "svg": Target(".svg", _drawings, _svg),
    "pdf": Target(".pdf", _pdfs, _pdf),
    "manuscript": Target(".md", proofs.in_markdown, lambda data: _show(data, proofs.read_markdown(data))),
    "word-processor": Target(".odt", proofs.as_text, lambda data: _show(b"", proofs.read_text(data))),
    "odt-content": Target(".xml", proofs.as_content, lambda data: _show(b"", proofs.read_content(data))),
    "editor": Target(".case", _texts_in_editors, _editor),
    "typing": Target(".case", _whole_examples, _typing),
    "game": Target(".game", lambda: [b"the first game", b"another game"], _game),
}
