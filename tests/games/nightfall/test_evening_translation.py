"""Evenings in another language: what people say is translated, and so are the words that lines quote of it."""

from dataclasses import replace
from pathlib import Path

from casekit.diagnostics import Severity
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking, loading, translation
from casekit.translation import merging
from casekit.translation.po import catalogue_text
from casekit.translation.po_reading import read_catalogue
from casekit.translation.work import extracted

EXAMPLES = Path(__file__).resolve().parents[3] / "examples/nightfall"
FILE = "out-of-season.case"


def _opened(folder):
    translated, problems, _ = translation.open_translation(folder, "fr", lambda _: None)
    assert () == problems
    return translated


def _zed(text):
    """A language in which small words begin with a z, and names in capitals stay."""
    return " ".join(word if word.isupper() else f"z{word}" for word in text.split())


def test_what_is_said_is_translated_with_its_quotations(tmp_path):
    edition = 'format = 1\ngame = "nightfall"\ntitle = "One"\n\n[[booklets]]\nslug = "one"\n'
    (tmp_path / "edition.toml").write_text(f'{edition}cases = ["{FILE}"]\n', encoding="utf-8")
    (tmp_path / FILE).write_bytes((EXAMPLES / FILE).read_bytes())
    texts = {match.text.context: match.text for match in _opened(tmp_path).parts[1].matches}
    quoted = [context for context in texts if context.startswith("line 3 / quotation")]
    assert ["line 3 / quotation 1", "line 3 / quotation 2", "line 3 / quotation 3"] == quoted
    assert ("CORA: Said aloud at the table",) == texts["line 3"].notes
    for path, data in extracted(_opened(tmp_path)).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for path in sorted((tmp_path / "translations/fr").glob("*.po")):
        content, _, _ = read_catalogue(path.read_bytes(), path.as_posix())
        entries = tuple(replace(entry, translation=_zed(entry.source)) for entry in content.entries)
        path.write_text(catalogue_text(replace(content, entries=entries)), encoding="utf-8")
    files, found = merging.merged(_opened(tmp_path), tmp_path / "fr")
    assert () == tuple(found)
    assert b'~ met(CORA, ELSA, 1)  "zShe zwas zin"' in files[FILE]
    for name, data in files.items():
        (tmp_path / "fr").mkdir(exist_ok=True)
        (tmp_path / "fr" / name).write_bytes(data)
    inputs = [loading.InputFile.of(tmp_path / "fr/edition.toml")]
    report, (checked,) = checking.check_files(inputs, EditionFinder(), lambda _: None)
    assert [] == [each for each in report.diagnostics if each.severity is not Severity.NOTE]
    assert "I zspent zthe znight" in checked.document.passages[0].said
