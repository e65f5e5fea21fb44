"""Print the list of codes as the documentation has it: a table, the entries by family, and what examples are laid over."""

from itertools import groupby

from casekit.diagnostics import catalogue
from casekit.diagnostics.codes import Code
from casekit.kit.code_registry import all_codes, base_of
from casekit.kit.registry import GAMES, game_called

FAMILIES = {
    "1": "Text and syntax",
    "2": "Names and types",
    "3": "Paths and completeness",
    "4": "Truth and lies",
    "5": "Deduction",
    "6": "Balance and style",
    "7": "Print",
    "8": "Edition, deck and deal",
    "9": "Files and limits",
}


def markdown() -> str:
    """The whole catalogue as one page."""
    bases = sorted((game_called(game).dialect.noun, base_of(game)) for game in GAMES)
    parts = [
        "# Diagnostics\n\nEvery finding has a permanent code. `casekit explain CODE` prints its entry.\n"
        f"Most examples are blocks of {' or of '.join(f'one small {kind}' for kind, _ in bases)}, "
        "which are at the end of this page.\n\n"
        "| code | name | severity |\n|---|---|---|\n"
        + "\n".join(
            f"| [{code.id}](#{_anchor(code)}) | {code.name} | {code.severity} |" for code in all_codes()
        )
    ]
    for family, members in groupby(all_codes(), lambda code: code.family):
        parts += [f"## {FAMILIES[family]} (CK{family}xx)"]
        parts += [f"### {code}\n\n{catalogue.entry(code)}" for code in members]
    parts += [f"## The {kind} behind the examples\n\n```case whole\n{text}```" for kind, text in bases]
    return "\n\n".join(parts) + "\n"


def _anchor(code: Code) -> str:
    return f"{code.id}-{code.name}".lower()


if __name__ == "__main__":
    print(markdown(), end="")  # noqa: T201 - its output is the page
