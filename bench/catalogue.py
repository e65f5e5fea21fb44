"""A catalogue of a thousand cases that have not changed: remembered, beside checked one by one."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Row, compare
from casekit.diagnostics import catalogue
from casekit.games.editions import Editions
from casekit.pipeline.checking import Input
from casekit.pipeline.checking_many import check_many
from casekit.system.spreading import Workplace

MANY, FEW = 1_000, 20


def rows() -> Iterator[Row]:
    """Milliseconds for a thousand small cases of one edition."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as home:
        os.environ["XDG_CACHE_HOME"] = os.environ["XDG_STATE_HOME"] = home
        (Path(folder) / "edition.toml").write_text(catalogue.base("base.toml"), encoding="utf-8")
        inputs = []
        for number in range(MANY):
            file = Path(folder) / f"{number}.case"
            file.write_text(f"{catalogue.base()}\n// {number}\n", encoding="utf-8")
            inputs.append(Input.of(file))
        _check(inputs)
        row = compare(
            "1,000 unchanged cases",
            lambda: _check(inputs),
            "checked one by one",
            lambda: _check(inputs[:FEW], anew=True),
            rounds=3,
        )
        yield Row(row.work, row.ours, row.peer, row.theirs * MANY / FEW)


def _check(inputs: list[Input], *, anew: bool = False) -> None:
    check_many(inputs, Editions(), lambda _: None, Workplace(), anew=anew)
