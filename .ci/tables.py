"""The hook of the build that writes the parser's tables beside the grammar, for wheels and editable installations."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_WRITE = """
from pathlib import Path
from casekit.language.syntax import parse_tables
folder = Path("grammar")
for grammar in parse_tables.grammars(folder):
    text = parse_tables.tables_text(folder, grammar)
    (folder / parse_tables.name(grammar)).write_text(text, encoding="utf-8", newline="\\n")
"""


class TablesHook(BuildHookInterface):  # type: ignore[type-arg]  # it is only generic for those who share one
    """Makes the tables in a process of its own: with a fixed hash seed they are the same bytes each time."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 -- hatch's signature
        """Write the tables before the files of a package are collected."""
        root = Path(self.root)
        # What is needed to build may be on the path that pip gives to an isolated build alone.
        path = os.pathsep.join(filter(None, (str(root), *sys.path)))
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": path}
        subprocess.run([sys.executable, "-c", _WRITE], check=True, cwd=root, env=environment)
