"""Where the processes that help with a build put their temporary files."""

import shutil
import tempfile
from contextlib import nullcontext
from pathlib import Path

from click.testing import CliRunner

from casekit.building import booklet_helpers
from casekit.cli.main import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_helpers_are_started_where_temporary_files_go_at_the_end(tmp_path, monkeypatch):
    """A helper takes the folder of the process that starts it: begun too early, it would leave its files."""
    folders = []

    def helpers(_draft, _jobs):
        folders.append(Path(tempfile.gettempdir()))
        return nullcontext()

    monkeypatch.setattr(booklet_helpers, "helpers_for_plan", helpers)
    station = tmp_path / "station"
    shutil.copytree(EXAMPLES / "weather-station", station)
    done = CliRunner().invoke(
        main, ["build", str(station), "--only", "sheet", "--output", str(tmp_path / "out"), "--jobs", "2"]
    )
    assert 0 == done.exit_code, done.output
    (folder,) = folders
    assert folder.name.startswith(".casekit-tmp-")
    assert not folder.exists()
