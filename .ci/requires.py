"""Print what casekit is installed with: its libraries, and the tools that build it, a requirement a line.

Usage: .ci/requires.py
"""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Print the requirements."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    sys.stdout.write("\n".join(wanted) + "\n")


if __name__ == "__main__":
    main()
