"""Every console session in the documentation is what the commands print; ``--rewrite`` writes them anew."""

import re
import shutil

import pytest

from tests.walking import printed

PAGES = (
    "README.md",
    "docs/abbey.md",
    "docs/fairness.md",
    "docs/formats.md",
    "docs/json.md",
    "docs/library.md",
    "docs/nightfall.md",
    "docs/playtests.md",
    # Its builds of all examples are a tenth of the suite; tests/cli build what they build, of one case.
    pytest.param("docs/printing.md", marks=pytest.mark.nightly),
    "docs/proofreading.md",
    "docs/proofs.md",
    "docs/readings.md",
    "docs/translating.md",
)
CONSOLE = re.compile(r"(?<=^```console\n).*?\n(?=```$)", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_what_the_commands_print(page, root, tmp_path, awake, golden):
    for folder in ("examples", "docs/tour", "docs/tutorial"):
        shutil.copytree(root / folder, tmp_path / folder)
    text = (root / page).read_text(encoding="utf-8")
    assert CONSOLE.search(text)
    golden(root / page, CONSOLE.sub(lambda found: printed(tmp_path, found[0], awake), text))
