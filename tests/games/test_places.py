"""What games name by its place is there, and is of the type that the interface asks for."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from casekit.kit.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
_PLACE = re.compile(r'(later|value)\("([\w.]+):([\w.]+)"\)')
_CLASS = re.compile(r"@frozen\nclass (\w+).*?\n\n\n", re.DOTALL)


def _at_once(source, name):
    """A game's module that imports what it names when it is imported itself; its classes are those of the module that has that name."""
    imports = "".join(f"import {module}\n" for _, module, _ in dict.fromkeys(_PLACE.findall(source)))
    source = _CLASS.sub(rf"from {name} import \1\n\n\n", source)
    docstring, rest = re.match(r'(""".*?"""\n)(.*)', source, re.DOTALL).groups()
    calls = {"later": "{}.{}", "value": "lambda: {}.{}"}
    return docstring + imports + _PLACE.sub(lambda found: calls[found[1]].format(*found.group(2, 3)), rest)


def test_places_fit_the_interface(tmp_path):
    files = []
    for name, module in {**GAMES, "told_game": "casekit.kit.transcripts.game"}.items():
        source = Path(find_spec(module).origin).read_text(encoding="utf-8")
        assert _PLACE.search(source)
        files.append(tmp_path / f"{name}_at_once.py")
        files[-1].write_text(_at_once(source, module), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Success" in done.stdout, done.stdout + done.stderr
