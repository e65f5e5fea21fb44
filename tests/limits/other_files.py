"""Files beside cases that nobody writes and somebody may send: editions, locks, catalogues, JSON, pictures, manuscripts, PDFs, logs."""

import json
import struct
import warnings
import zlib
from collections.abc import Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from babel.localedata import locale_identifiers
from PIL import Image

from casekit.kit.code_registry import base_of
from casekit.tabletop.playtests.playtest_logs import seal_of_log
from tests.limits.drawings import HEAVY_BUT_HARMLESS, HOSTILE, OPEN, svg
from tests.limits.pdf_files import PDFS

EDITION = base_of("midnight", "base.toml")
SHIP, REST = (
    EDITION[at] for at in (slice(EDITION.index("zones =")), slice(EDITION.index("locations ="), None))
)
"""The edition before its zones and after them."""
BOOKLET = '[[booklets]]\nslug = "green"\ncases = ["base.case"]\n'
LOCK = '{{"lock": 1, "casekit": "0.1.0", "booklet": "green", "seed": "0000000000000000", "gaps": [], "cases": {{{}}}}}'


def _zones(count, *ways):
    """An edition with so many zones, from each of which ways lead so many further."""
    rows = (
        f"{{ number = {at + 1}, name = 'Z{at}', deck = 'd', ways = [{', '.join(str((at + way) % count + 1) for way in ways)}] }},\n"
        for at in range(count)
    )
    return f"{SHIP}zones = [\n{''.join(rows)}]\n{REST}"


def _exported(*blocks):
    return json.dumps({"casekit": 1, "game": "midnight", "header": {"title": "x"}, "blocks": blocks})


def _formula(term, depth):
    formula = {"op": "holds", "term": term}
    for _ in range(depth):
        formula = {"op": "and", "left": formula, "right": formula}
    return formula


LANGUAGES = sorted(tag.replace("_", "-") for tag in locale_identifiers())


def _moves(count):
    """A saved game with moves that nobody knows."""
    content = {
        "format": "casekit-game",
        "version": 1,
        "case": {"title": "x", "file": "base.case", "hash": "0" * 64},
        "table": "0" * 64,
        "id": "0" * 16,
        "began": "2026-01-01T00:00:00Z",
        "seconds": 0,
        "seed": 0,
        "seats": [{"name": "A", "reader": None}] * 2,
        "steps": [{"seat": 0, "key": f"move-{at}", "seconds": 0} for at in range(count)],
        "beliefs": [],
        "desks": [{"notes": "", "marks": {}, "remarks": {}, "general": ""}] * 2,
    }
    return json.dumps({**content, "seal": seal_of_log(content)})


TABLES = {
    "blank lines before a bad zone": (
        "CK801",
        ("check", "base.case"),
        {"edition.toml": "\n" * 60_000 + EDITION + '[[zones]]\nnumber = 1\nname = "Again"\n'},
    ),
    "bad booklets": (
        "CK801",
        ("check", "base.case"),
        {
            "edition.toml": EDITION
            + "".join(f'[[booklets]]\nslug = "a b{n}"\ncases = ["x"]\n' for n in range(300))
        },
    ),
    "a key of many parts": (
        "CK801",
        ("check", "base.case"),
        {"edition.toml": EDITION + ".".join("a" * 100_000) + " = 1\n"},
    ),
    "a deck's key of many parts": (
        "CK810",
        ("check", "base.case"),
        {"edition.toml": f'deck = "deck.toml"\n{EDITION}', "deck.toml": ".".join("a" * 100_000) + " = 1\n"},
    ),
    "bad cards": (
        "CK810",
        ("check", "base.case"),
        {
            "edition.toml": f'deck = "deck.toml"\n{EDITION}',
            "deck.toml": "\n" * 60_000 + "[[cards]]\n" * 180_000,
        },
    ),
    **{
        f"10,000 {what}": (code, ("check", "base.case"), {"edition.toml": EDITION + text})
        for what, code, text in (
            ("booklets", "CK801", '[[booklets]]\nslug = "one"\ncases = ["base.case"]\n' * 10_000),
            ("keys", "CK801", "".join(f"key{at} = 1\n" for at in range(10_000))),
        )
    },
    **{
        f"10,000 {what}": (code, ("check", "base.case"), {"edition.toml": text})
        for what, code, text in (
            ("zones", "CK801", _zones(10_000)),
            ("zones in a circle", "CK801", _zones(10_000, 1)),
            (
                "suspects",
                "CK801",
                EDITION.replace(
                    "suspects = [", "suspects = [" + "{letter='A',name='ANNA',cabin=1},\n" * 10_000
                ),
            ),
        )
    },
    "ways from every zone to every other": (
        "CK120",
        ("check", "some.case"),
        {"edition.toml": _zones(300, *range(1, 300, 1)), "some.case": base_of().replace("Geese", "TODO")},
    ),
    "a way that is there 300,000 times": (
        "CK120",
        ("check", "some.case"),
        {"edition.toml": _zones(300, *[1] * 1_000), "some.case": base_of().replace("Geese", "TODO")},
    ),
    "10,000 cards": (
        "CK810",
        ("check", "base.case"),
        {
            "edition.toml": f'deck = "deck.toml"\n{EDITION}',
            "deck.toml": "".join(
                f"[[cards]]\nkind = 'event'\ntitle = 'T{at}'\nzone = 1\nflavour = 'x'\neffect = 'x'\n"
                for at in range(10_000)
            ),
        },
    ),
    "10,000 languages": (
        "CK912",
        ("check", "edition.toml"),
        {"edition.toml": EDITION + BOOKLET} | {f"translations/x{at}/base.po": "" for at in range(10_000)},
    ),
    "many languages": (
        "CK912",
        ("check", "edition.toml"),
        {"edition.toml": EDITION + BOOKLET} | {f"translations/{tag}/base.po": "" for tag in LANGUAGES},
    ),
    "a million keys": (
        "CK903",
        ("check", "base.case"),
        {"edition.toml": EDITION + "".join(f"k{at} = 1\n" for at in range(1_000_000))},
    ),
    "a long string": (
        "CK801",
        ("check", "base.case"),
        {"edition.toml": f'x = "{"y" * 1_900_000}"\n{EDITION}'},
    ),
    "arrays in arrays": ("CK801", ("check", "base.case"), {"edition.toml": f"x = {'[' * 50_000}\n{EDITION}"}),
    "numbers with exponents": (
        "CK906",
        ("import", "x.json"),
        {"x.json": "[" + "1e999999999," * 100_000 + "1]"},
    ),
    "a log of 10 MB": ("CK630", ("playtest", "read", "some.json"), {"some.json": " " * 10_000_000}),
    "a saved game of 10 MB": (
        "CK960",
        ("play", "base.case", "--resume", "some.game.json"),
        {"some.game.json": " " * 10_000_000},
    ),
    "20,000 unknown moves": (
        "CK962",
        ("play", "base.case", "--resume", "some.game.json"),
        {"some.game.json": _moves(20_000)},
    ),
    "games in games": (
        "CK960",
        ("play", "base.case", "--resume", "some.game.json"),
        {"some.game.json": "[" * 900_000},
    ),
    "logs in logs": ("CK630", ("playtest", "read", "some.json"), {"some.json": "[" * 900_000}),
    "doubled keys": (
        "CK710",
        ("build", "."),
        {
            "edition.toml": EDITION + BOOKLET,
            "green.lock.json": LOCK.format(",\n".join(['"a":{}'] * 220_000)),
        },
    ),
    "bad gaps": (
        "CK710",
        ("build", "."),
        {
            "edition.toml": EDITION + BOOKLET,
            "green.lock.json": LOCK.replace('"gaps": []', '"gaps": [{}]').format(
                ",".join(['""'] * 600_000), ""
            ),
        },
    ),
    "a nested lock": (
        "CK710",
        ("build", "."),
        {
            "edition.toml": EDITION + BOOKLET,
            "green.lock.json": LOCK.format('"a":' + '{"a":' * 900 + json.dumps("x" * 1_900_000) + "}" * 900),
        },
    ),
    "a long lock": (
        "CK903",
        ("build", "."),
        {"edition.toml": EDITION + BOOKLET, "green.lock.json": " " * 10_000_000},
    ),
    "nested JSON": ("CK906", ("import", "x.json"), {"x.json": "[" * 100_000 + "]" * 100_000}),
    "JSON with bad items": (
        "CK906",
        ("import", "x.json"),
        {"x.json": _exported({"block": "truth", "items": [{"x": 1}] * 150_000})},
    ),
    "JSON with bad formulas": (
        "CK906",
        ("import", "x.json"),
        {"x.json": _exported({"block": "truth", "items": [{"line": _formula({"name": 1}, 12)}] * 6})},
    ),
    "JSON with a bad block behind good ones": (
        "CK906",
        ("import", "x.json"),
        {
            "x.json": _exported(
                {"block": "truth", "items": [{"line": _formula({"name": "owes"}, 12)}] * 6}, {"block": "x"}
            )
        },
    ),
    "a long catalogue": (
        "CK903",
        ("translate", "check", "fr", "base.case"),
        {"translations/fr/base.po": "junk\n" * 2_000_000},
    ),
    "a catalogue of equal entries": (
        "CK833",
        ("translate", "check", "fr", "base.case"),
        {"translations/fr/base.po": 'msgid "a"\nmsgstr "b"\n\n' * 55_000},
    ),
    **{
        f"a catalogue with {what}": (
            code,
            ("translate", "check", "fr", "base.case"),
            {"translations/fr/base.po": text},
        )
        for what, code, text in (
            (
                "a million plural forms",
                "CK833",
                'msgid ""\nmsgstr "Plural-Forms: nplurals=1000000; plural=n;\\n"\n\n'
                + 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[9] "d"\n\n' * 30_000,
            ),
            (
                "an entry of 100,000 plural forms",
                "CK833",
                'msgid "a"\nmsgid_plural "b"\n' + 'msgstr[0] "c"\n' * 100_000,
            ),
            (
                "a number of 900,000 digits",
                "CK834",
                'msgid ""\nmsgstr "Plural-Forms: nplurals=' + "9" * 900_000 + '; plural=n;\\n"\n',
            ),
            (
                "a formula of 900,000 brackets",
                "CK834",
                'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=' + "(" * 900_000 + ';\\n"\n',
            ),
        )
    },
    "a catalogue of junk": (
        "CK833",
        ("translate", "check", "fr", "base.case"),
        {"translations/fr/base.po": "junk\n" * 380_000},
    ),
}

_SPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
)


def _odt(body: str, styles: str = "", front: str = "", names: Sequence[str] = ("content.xml",)) -> bytes:
    file = BytesIO()
    content = f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{body}"
    end = "</office:text></office:body></office:document-content>"
    with ZipFile(file, "w", ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        for name in names:
            archive.writestr(name, f"{front}<office:document-content {_SPACES}>{content}{end}")
    return file.getvalue()


def _inside(count: int, names: str, text: str = "x") -> str:
    """Elements in each other, as often as said."""
    begin, end = (
        "".join(f"<{mark}text:{name}>" for name in order)
        for mark, order in (("", names.split()), ("/", names.split()[::-1]))
    )
    return begin * count + text + end * count


_ENTITIES = (
    "<!DOCTYPE x [<!ENTITY a0 'aaaaaaaaaa'>"
    + "".join(f"<!ENTITY a{at + 1} '{f'&a{at};' * 10}'>" for at in range(9))
    + "<!ENTITY a '&a9;'>]>"
)
_CHANGES = "tracked-changes changed-region deletion"
_SPANS = '<text:span text:style-name="T0">a</text:span>'
_CHAIN = "".join(
    f'<style:style style:name="T{at}" style:family="text" style:parent-style-name="T{at + 1}"/>'
    for at in range(30_000)
)
MANUSCRIPTS = {
    **{f"{depth} changes in each other": ("CK935", _odt(_inside(depth, _CHANGES))) for depth in (14, 18, 60)},
    "styles in a chain": ("CK935", _odt(f"<text:p>{_SPANS * 5_000}</text:p>", _CHAIN)),
    "paragraphs in a remark": ("CK933", _odt(_inside(1, "note", _inside(200, "p", "x " * 2_000_000)))),
    "a body of 20 MB": ("CK933", _odt("x" * 20_000_000)),
    "a body of 8 MB in one of 8 KB": ("CK933", _odt("<text:p>" + "x" * 8_000_000 + "</text:p>")),
    "entities": ("CK933", _odt("<text:p>&a;</text:p>", front=_ENTITIES)),
    "a million paragraphs": ("CK933", _odt("<text:p/>" * 1_000_000)),
    "a path out": ("CK935", _odt("<text:p/>", names=("content.xml", "../../content.xml"))),
    "a Word document of 20 MB": (
        "CK933",
        _odt("x" * 20_000_000, names=("word/document.xml", "[Content_Types].xml")),
    ),
    "two bodies": ("CK933", _odt("<text:p/>", names=("content.xml", "content.xml"))),
    "100,000 files": ("CK933", _odt("", names=("content.xml", *map(str, range(100_000))))),
}
"""Manuscripts that return, as OpenDocument."""


def _pictures():
    """Files that a case names as its picture."""
    header = struct.pack(">IIBBBBB", 65_535, 65_535, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(10_000_000), 9)), (b"IEND", b""))
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    yield "65,535 by 65,535 pixels in the header", "CK722", png
    file = BytesIO()
    Image.new("RGB", (7_000, 7_000)).save(file, "PNG")
    text = struct.pack(">I", 4) + b"zTXt" + b"a\0\0x"
    noted = text + struct.pack(">I", zlib.crc32(text[4:]))
    yield "notes by the thousand", "CK742", file.getvalue()[:33] + noted * 30_000 + file.getvalue()[33:]
    yield "a picture that is cut off", "CK722", file.getvalue()[:-500]
    yield (
        "letters in a face of its own",
        "CK723",
        svg("<style>@font-face {src: url(http://127.0.0.1:9/x)}</style><text>x</text>"),
    )
    yield "a link out", "CK723", svg('<image href="http://127.0.0.1:9/x"/>')
    yield "entities in a drawing", "CK723", (_ENTITIES + OPEN + "<title>&a;</title></svg>").encode()
    yield (
        "uses in uses",
        "CK723",
        svg(
            *(f'<g id="a{at}">{f"""<use href="#a{at + 1}"/>""" * 10}</g>' for at in range(9)),
            '<g id="a9"><path d="M0 0L1 1"/></g>',
        ),
    )
    for name, data in HOSTILE.items():
        yield name, "CK742", data
    for name, data in HEAVY_BUT_HARMLESS.items():
        yield f"{name} of a drawing", "CK120", data


def _others():
    """Each file, with a code that it gets and what is asked."""
    yield from ((name, code, command, files) for name, (code, command, files) in TABLES.items())
    for name, code, data in _pictures():
        case = f"illustration: picture\n{base_of()}".replace("Geese", "TODO")
        yield name, code, ("check", "base.case"), {"base.case": case, "picture": data}
    for name, (code, data) in MANUSCRIPTS.items():
        yield name, code, ("proofread", "in", "base.case", "some.odt"), {"some.odt": data}
    for name, (code, make) in PDFS.items():
        yield name, code, ("preflight", "some.pdf", "base.case", "--product", "sheet"), {"some.pdf": make}


OTHERS = {name: (code, command, files) for name, code, command, files in _others()}
"""Name: a code that is told of it, the command, and the files by name: texts, bytes, or what makes them."""
