"""What is left out of a lane is there: a name that nothing has would leave out nothing."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LANES = tomllib.loads((ROOT / "tests/lanes.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("lane", LANES)
def test_each_name_is_that_of_a_test(lane):
    def is_there(name):
        file, _, test = name.partition("[")[0].partition("::")  # a case of a test, by its beginning
        if not test:
            return any(
                path.as_posix().startswith(str(ROOT / file)) for path in (ROOT / file).parent.iterdir()
            )
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        return any(getattr(node, "name", "") == test for node in tree.body)

    assert [] == [name for name in LANES[lane] if not is_there(name)]
