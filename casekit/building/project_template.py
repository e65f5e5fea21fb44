"""The files of a new project beside its first case: an edition, and what git, CI and an editor need."""

import json
import re
from pathlib import PurePosixPath

from casekit.kit.interface import AnyGame

_TITLE_LINE = re.compile(r"^title = .*$", re.MULTILINE)
"""The line of the template of an edition that gives its title: ``title = "An edition"``."""

_FIRST_COMMENT = re.compile(r"\A(?:#[^\n]*\n)+")
"""The comment at the beginning of the template, which a project does not need."""

_GITIGNORE = """\
# What casekit writes
/build/
/manuscripts/
*.review.html
*.blind.html

# What word processors and editors leave behind
.~lock.*#
*~
"""

_WORKFLOW = """\
# Refuses a change after which a case is not sound. An unfinished draft is refused too: remove --strict to let its
# warnings pass.
name: cases
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0
        with: { python-version: "3.13" }
      # Neither Python nor pip may start among files of a change: they would import a logging.py that it brings along.
      # A wheel is installed by its address, with its digest: https://HOST/casekit-VERSION-py3-none-any.whl#sha256=DIGEST.
      # Set it as a variable of this repository (Settings, Secrets and variables, Actions). Whoever registers a mere name
      # with an index of packages would run here. The wheel brings a list of its libraries with the digests of their files;
      # pip installs nothing else.
      - working-directory: ${{ runner.temp }}
        env:
          CASEKIT_WHEEL: ${{ vars.CASEKIT_WHEEL }}
        run: |
          wheel="casekit @ ${CASEKIT_WHEEL:?set this variable to the address of the wheel}"
          python -I -m pip install --require-hashes --no-deps "$wheel"
          where='from importlib.metadata import distribution as d; print(d("casekit").locate_file("casekit"))'
          list="$(python -I -c "$where")/run-requirements.txt"
          python -I -m pip install --require-hashes --only-binary :all: --requirement "$list"
      - run: casekit check --strict --format github edition.toml
"""

_EXTENSIONS = {"recommendations": ["casekit.casekit", "tamasfe.even-better-toml"]}
_SETTINGS = {
    "files.associations": {"*.case": "casekit"},
    "[casekit]": {"editor.wordWrap": "on", "editor.rulers": [100]},
}


def project_files(game: AnyGame, title: str, case: str) -> dict[PurePosixPath, str]:
    """The files of a project by their places in its folder; ``case`` is the file of its first case."""
    return {
        PurePosixPath("edition.toml"): _edition(game.language.edition_template().text, title, case),
        PurePosixPath(".gitignore"): _GITIGNORE,
        PurePosixPath(".github/workflows/cases.yml"): _WORKFLOW,
        PurePosixPath(".vscode/extensions.json"): _json(_EXTENSIONS),
        PurePosixPath(".vscode/settings.json"): _json(_SETTINGS),
    }


def _edition(template: str, title: str, case: str) -> str:
    """An edition with a title of its own and a booklet of one case."""
    title_line = f"title = {json.dumps(title, ensure_ascii=False)}"
    template_with_title = _TITLE_LINE.sub(lambda _: title_line, _FIRST_COMMENT.sub("", template), count=1)
    slug = PurePosixPath(case).stem
    comment = '# What all cases share. "Editions", in the page on the case language, describes every key.'
    booklet_table = f"[[booklets]]\nslug = {json.dumps(slug)}\ncases = [{json.dumps(case)}]\n"
    return f"{comment}\n{template_with_title.rstrip()}\n\n{booklet_table}"


def _json(content: object) -> str:
    """The text of a JSON file."""
    return json.dumps(content, indent=2) + "\n"
