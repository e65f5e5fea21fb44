"""Neovim without a screen, set up as docs/editors.md says, and the real language server."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SECONDS = 600


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture
def neovim(tmp_path):
    """Runs Lua in Neovim with a file open; gives what ``tell`` was called with, by name."""
    program = shutil.which("nvim")
    if program is None:
        assert not os.environ.get("CI"), "CI tests with Neovim: .ci/neovim installs it"
        pytest.skip("Neovim is not installed; .ci/neovim installs it where it may")
    packages = tmp_path / "data/nvim/site/pack/casekit/start"
    packages.mkdir(parents=True)
    shutil.copytree(ROOT / "editors/nvim", packages / "casekit")
    scripts = Path(sys.executable).parent

    def run(file: Path, script: str, *options: str, path: str = f"{scripts}{os.pathsep}{os.environ['PATH']}"):
        told, steps = tmp_path / "told.jsonl", tmp_path / "steps.lua"
        steps.write_text(script, encoding="utf-8")
        told.write_text("", encoding="utf-8")
        done = subprocess.run(
            [program, "--headless", "-n", *options, str(file), "-c", f"luafile {HERE / 'acting.lua'}"],
            env={
                **os.environ,
                **{
                    f"XDG_{kind.upper()}_HOME": str(tmp_path / kind)
                    for kind in ("config", "data", "state", "cache")
                },
                "PATH": path,
                "STEPS": str(steps),
                "TOLD": str(told),
            },
            cwd=file.parent,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        lines = told.read_text(encoding="utf-8").splitlines()
        return dict(json.loads(line) for line in lines)

    return run


@pytest.fixture
def boat(tmp_path) -> Path:
    """The case of the tour, and its edition."""
    folder = tmp_path / "boat"
    shutil.copytree(ROOT / "docs/tour", folder)
    return folder / "the-last-soup.case"
