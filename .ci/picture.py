"""Draw pages of a booklet side by side, as for the README."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

# The first case, and paragraphs behind the spreads of all three.
PAGES = (2, 3, 9)
DPI = 92
GAP = 14
PAPER = (255, 255, 255)
TABLE = (208, 204, 196)


def main(pdf: str, picture: str, numbers: Sequence[int] = PAGES) -> None:
    """Draw a presentation, its correlation table and a page of paragraphs, in a palette so that it stays small."""
    pages = [_page(pdf, number) for number in numbers]
    width, height = pages[0].size
    table = Image.new("RGB", (len(pages) * (width + GAP) + 2 * GAP, height + 2 * GAP), TABLE)
    # The first two lie open as a spread.
    for number, page in enumerate(pages):
        table.paste(page, (GAP + number * width + (2 * GAP if number > 1 else number), GAP))
    table.quantize(64).save(picture, optimize=True)


def _page(pdf: str, number: int) -> Image.Image:
    with TemporaryDirectory() as folder:
        target = Path(folder) / "page"
        one = ("-f", str(number), "-l", str(number), "-singlefile")
        subprocess.run(["pdftoppm", "-r", str(DPI), *one, "-png", pdf, str(target)], check=True)
        return Image.open(target.with_suffix(".png")).convert("RGB").copy()


if __name__ == "__main__":
    main(*sys.argv[1:])
