"""Each format of the table is written, read back, limited and named in what commands say."""

from pathlib import Path

import pytest

import casekit
from casekit.cli.commands import proofread
from casekit.diagnostics import Span
from casekit.kit.code_registry import base_of
from casekit.manuscripts.manuscript_formats import (
    FORMATS,
    FORMATS_BY_ENDING,
    missing_library,
    not_a_manuscript,
)
from casekit.manuscripts.manuscript_parts import lines_of

PACKAGE = Path(casekit.__file__).parent


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_is_read(name, send):
    manuscript = send(base_of()).manuscript
    known = FORMATS[name]
    data = known.write(lines_of(manuscript), manuscript.title, manuscript.language)
    pieces, findings = known.read(data, f"back{known.endings[0]}")
    assert () == findings
    text = "".join(piece.text for piece in pieces)
    assert manuscript.paragraphs
    assert [] == [mark for mark in manuscript.by_mark if mark not in text]
    assert not known.is_too_large(data)


@pytest.mark.parametrize("name", FORMATS)
def test_each_has_a_limit(name):
    known = FORMATS[name]
    assert not known.is_too_large(bytes(known.most_bytes))
    assert known.is_too_large(bytes(known.most_bytes + 1))
    if known.most_lines:
        assert known.is_too_large(b"\n" * (known.most_lines + 1))


def test_endings_and_names_are_those_of_one_format():
    assert [*FORMATS] == [known.name for known in FORMATS.values()]
    assert len(FORMATS_BY_ENDING) == sum(len(known.endings) for known in FORMATS.values())


def test_findings_name_each_format():
    refused = not_a_manuscript("some.txt", "it is empty").hint
    missing = missing_library(ImportError("no", name="odfdo"), Span("some.odt")).hint
    for known in FORMATS.values():
        assert known.noun in refused
        assert known.endings[0] in refused
        assert known.needs_extra is not (known.endings[0] in missing)


@pytest.mark.parametrize("command", [proofread.out, proofread.merge])
def test_commands_offer_each_format(command):
    (form,) = [option for option in command.params if option.name == "form"]
    assert [*FORMATS] == [*form.type.choices]
    assert [] == [known.title for known in FORMATS.values() if known.title not in form.help]


def test_formats_are_named_at_one_place():
    """Whoever adds a format is not to look for comparisons with the names of others."""
    naming = []
    for module in sorted(PACKAGE.rglob("*.py")):
        text = module.read_text(encoding="utf-8")
        if any(f'"{name}"' in text for name in FORMATS):
            naming.append(module.relative_to(PACKAGE).as_posix())
    assert ["manuscripts/manuscript_formats.py"] == naming
