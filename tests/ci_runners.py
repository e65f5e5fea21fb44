"""Services of CI as readers of what a job prints, each from its own rule, and a command line that they read.

GitHub: ``TryParseV2`` and ``TryParse`` of actions/runner. Azure: ``Command.TryParse`` of azure-pipelines-agent, the warning beside
it, and its marks for folding. TeamCity: the documented form of service messages. GitLab: the scanner of its pages of logs.
What they would do only with commands that they know is here done with any.
"""

import io
import re
import sys

VARIABLES = ("GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "TEAMCITY_VERSION")


def lines_of(text):
    """Lines as .NET and browsers read them."""
    return re.split(r"\r\n|\r|\n", text)


def github_v2(text):
    """Name, properties and data of each command of the usual form."""
    found = []
    for line in lines_of(text):
        begun = line.lstrip()
        if begun.startswith("::") and "::" in begun[2:]:
            head, _, data = begun[2:].partition("::")
            name, _, properties = head.partition(" ")
            found.append((name, properties, data))
    return found


def github_v1(text):
    """Each command of the older form, which no runner of today has to be in doubt about."""
    return [line for line in lines_of(text) if "##[" in line]


def azure(text):
    return [line for line in lines_of(text) if "##vso" in line or "##[" in line]


def teamcity(text):
    return [line for line in lines_of(text) if "##teamcity[" in line]


def gitlab(text):
    """Each mark of a section: up to a carriage return or the end of the line, three parts between colons."""
    found = []
    for line in text.split("\n"):
        for mark in re.finditer("section_", line):
            parts = [part.strip() for part in line[mark.end() :].partition("\r")[0].split(":")]
            if len(parts) == 3 and parts[0] in {"start", "end"}:
                found.append(line)
    return found


def commands(text):
    """Whatever a service would obey in a text."""
    return [
        *(f"::{name} {properties}::{data}" for name, properties, data in github_v2(text)),
        *(found for reads in (github_v1, azure, teamcity, gitlab) for found in reads(text)),
    ]


class Pipe(io.TextIOWrapper):
    """Standard output or standard error of a command; a terminal if that is wanted."""

    def __init__(self, *, terminal=False):
        self.terminal = terminal
        super().__init__(io.BytesIO(), encoding="utf-8", errors="replace", newline="\n")

    def isatty(self):
        return self.terminal

    def text(self):
        self.flush()
        return self.buffer.getvalue().decode()


def answered(arguments, patch, given="", variables=(), *, terminal=False):
    """Status, standard output and standard error of a command in this process, under the guard of the command line.

    ``patch`` is a ``MonkeyPatch``, ``variables`` say who runs the job.
    """
    from casekit.cli import guarded_streams, main

    out, err = Pipe(terminal=terminal), Pipe(terminal=terminal)
    with patch.context() as here:
        for name in VARIABLES:
            here.delenv(name, raising=False)
        for name in variables:
            here.setenv(name, "true")
        here.setattr(sys, "argv", ["casekit", *arguments])
        here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8"))
        here.setattr(sys, "stdout", out)
        here.setattr(sys, "stderr", err)
        guarded_streams.guard_streams()
        status = main._status_of(main._outcome)
    return status, out.text(), err.text()
