"""Texts of an edition: what each is called, and where its translations are."""

import pytest

from casekit.diagnostics import Source
from casekit.kit.registry import game_called
from casekit.language.syntax.dialect import FieldNode
from casekit.language.syntax.parser import parse
from casekit.translation.texts import Rewriter, Translatable, is_quotation, noted, unit_of


@pytest.mark.parametrize(
    ("context", "unit", "quotes"),
    [
        ("01", "01", False),
        ("01 / 2", "01", False),
        ("01 / quotation 1", "01", True),
        ("quotation 1", "quotation 1", False),
        ("ANNA / quoted", "ANNA", False),
    ],
)
def test_a_context_is_that_of_a_unit(context, unit, quotes):
    assert (unit, quotes) == (unit_of(context), is_quotation(context))


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("edition.toml", "edition.po"),
        ("edition.case", "edition.case.po"),
        ("a.case", "a.po"),
        ("deep/a.b.case", "deep/a.b.po"),
    ],
)
def test_each_file_has_a_catalogue_of_its_own(file, name, tmp_path):
    whole = Translatable(tmp_path, "", (), {}, lambda tree, _: tree, None, ())
    assert tmp_path / "translations/fr" / name == whole.catalogue(file, "fr")


def test_a_field_is_translated_if_it_is_text():
    source = Source("a.case", "title: A  Drop\nlevel: expert\nauthor:\n")
    tree, _ = parse(source, game_called("midnight").dialect)
    notes = {"title": "the title", "author": "whoever wrote it"}

    def walk(visit):
        rewriter = Rewriter(source, visit)
        return [rewriter.field(item, notes) for item in tree.header]

    assert [("title", ("the title",))] == [(each.context, each.notes) for each in noted(walk)]
    # No break of a line and no second space gets into a value of the header.
    fields = [item for item in walk(lambda _: " Une \u00a0 goutte\n") if isinstance(item, FieldNode)]
    assert ["Une goutte", "expert"] == [item.value.text for item in fields][:2]
