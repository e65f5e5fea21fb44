"""A booklet of ten cases, to test and to measure: ``python -m bench.ten FOLDER`` writes its edition.

The hand-written cases of ``examples/`` come first, then synthetic ones, which say in title and text that they are.
Ship, cast, event cards and pictures are those of the examples. The same arguments give the same bytes.
"""

import shutil
from pathlib import Path

import click

from bench.synthetic import synthetic_case
from casekit.games.midnight.language.edition_file import load_edition

CASES = 10
SMALLEST = ("ten", "--cases", "1")
TITLE = "Cases for the Test Bench"
_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_PICTURES = "illustrations"
_COLOURS = ("green", "red", "blue")
_BOOKLETS = "\n[[booklets]]\n"


def write_edition(folder: Path, cases: int = CASES, booklets: int = 1) -> Path:
    """Write an edition with so many cases, divided among its booklets, and return its file.

    Raises:
        ValueError: if there are fewer cases than booklets.
    """
    if not 0 < booklets <= cases:
        raise ValueError(f"{cases} cases cannot fill {booklets} booklets")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_EXAMPLES / "deck.toml", folder / "deck.toml")
    shutil.copytree(_EXAMPLES / _PICTURES, folder / _PICTURES, dirs_exist_ok=True)
    names = _write_cases(folder, cases)
    bound = (names[at::booklets] for at in range(booklets))
    tables = (_booklet(at, contents) for at, contents in enumerate(bound))
    file = folder / "edition.toml"
    file.write_text("".join([_ship(), *tables]), encoding="utf-8")
    return file


def _write_cases(folder: Path, count: int) -> list[str]:
    written = sorted(_EXAMPLES.glob("*.case"))[:count]
    for case in written:
        shutil.copyfile(case, folder / case.name)
    edition, problems = load_edition(_ship().encode(), Path("edition.toml"))
    if edition is None:
        raise ValueError(f"the edition of the examples cannot be read: {problems}")
    made = {f"synthetic-{at}.case": synthetic_case(at, edition) for at in range(1, count - len(written) + 1)}
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [*(case.name for case in written), *made]


def _ship() -> str:
    """The examples' edition under another title, without its booklets."""
    lines = (_EXAMPLES / "edition.toml").read_text(encoding="utf-8").partition(_BOOKLETS)[0].splitlines()
    kept = [line for line in lines if not line.startswith(("#", "title ="))]
    return "\n".join([f'title = "{TITLE}"', *kept, ""])


def _booklet(at: int, cases: list[str]) -> str:
    quoted = ", ".join(f'"{case}"' for case in cases)
    return (
        f'{_BOOKLETS}slug = "bench-{at + 1}"\ncolour = "{_COLOURS[at % len(_COLOURS)]}"\ncases = [{quoted}]\n'
    )


@click.command("bench.ten")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--cases", type=click.IntRange(1), default=CASES, show_default=True, help="How many cases.")
@click.option(
    "--booklets", type=click.IntRange(1), default=1, show_default=True, help="Among how many booklets."
)
def main(folder: Path, cases: int, booklets: int) -> None:
    """Write an edition of hand-written and synthetic cases to FOLDER."""
    try:
        click.echo(write_edition(folder, cases, booklets))
    except ValueError as error:
        raise click.UsageError(str(error)) from error


if __name__ == "__main__":
    main(prog_name="python -m bench.ten")
