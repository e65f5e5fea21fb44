"""How puzzles of caskets are written."""

from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.line_forms import BlockForm, Form

VALUES = ("gold", "silver", "lead")

DIALECT = Dialect(
    "caskets",
    noun="puzzle",
    usual="a puzzle has some 100",
    fields={"title": (), "game": (), "true": ("0", "1", "2", "3"), "author": ()},
    required=("title", "game", "true"),
    mark="~ ",
    is_made=True,
    outline=(
        BlockForm("presentation", about="what readers are told at the start"),
        *(BlockForm(each, ("prose", "says"), about=f"what {each} says", asked=True) for each in VALUES),
        BlockForm("truth", ("fact",), about="where the portrait is"),
        BlockForm("solution", about="why it is there"),
        BlockForm("notes", ("note",)),
    ),
    forms=(
        Form("says", ("~ {says:formula}",), "~ portrait = gold", "what an inscription says"),
        Form("fact", ("{fact:formula}",), "portrait = lead", "what is so"),
    ),
    formula_places=("== gold\n~ ", "== truth\n"),
)
