"""Text that a service of CI would take for a command is made harmless, without hiding any of it.

What a job prints is read by the service that runs it, and some of it is obeyed. Each service reads its own
commands; here none is let through, whichever service runs:

* GitHub (ActionCommand of actions/runner): ``::`` at the beginning of a line, after white space or
  none; ``##[`` anywhere.
* Azure (Command and WorkerCommandManager of azure-pipelines-agent): ``##vso[`` anywhere, and a warning for
  every ``##vso``; its pages fold and colour lines by ``##[``.
* TeamCity ("Service messages"): ``##teamcity[`` anywhere.
* GitLab ("CI/CD job logs"): ``section_start`` and ``section_end`` anywhere. Its pages need nothing after the
  name of the section, not even a control character.

A text gets a backslash inside such a beginning: ``:\\:``, ``#\\#[``, ``section\\_start``. Forms that other
programs read get the same sign as an escape of theirs, so that they mean what they meant.
"""

import re
from collections.abc import Callable, Mapping

VARIABLES = ("GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "TEAMCITY_VERSION")
"""Set in the jobs of GitHub (also Gitea and Forgejo), GitLab, Azure and TeamCity."""

_ANYWHERE = r"#(?=#(?:\[|vso|teamcity\[))|section(?=_(?:start|end))"
_INSIDE = re.compile(_ANYWHERE)
_COMMAND = re.compile(rf"(?:^|(?<=[\n\r]))[^\S\n\r]*:(?=:)|{_ANYWHERE}")
"""The beginning of a command, up to where it is parted."""

_LONGEST = len("section_start")


def is_read(environment: Mapping[str, str]) -> bool:
    """Whether a service that obeys commands reads what this process prints."""
    return any(environment.get(name) for name in VARIABLES)


class LineGuard:
    """Guards a stream: no command begins in it, however a text is divided into writes."""

    def __init__(self) -> None:
        # The end of the line that was begun, without the white space before it. A line of which only the end
        # is kept begins with a backslash, which is no part of a command.
        self._line = ""

    def parted(self, text: str) -> str:
        """A text to be written next, with a backslash inside each beginning of a command."""
        begun = len(self._line)
        whole = self._line + text
        pieces: list[str] = []
        done = begun
        for match in _COMMAND.finditer(whole):
            # What was written stays: a command that it began is parted where this text goes on.
            place = max(match.end(), begun)
            pieces += [whole[done:place], "\\"]
            done = place
        made = "".join([*pieces, whole[done:]])
        self.note(made)
        return made

    def note(self, text: str) -> None:
        """Remember where a text that is written as it is ends."""
        end = max(text.rfind("\n"), text.rfind("\r")) + 1
        line = (text[end:] if end else self._line + text).lstrip()
        self._line = line if len(line) <= _LONGEST else f"\\{line[-_LONGEST:]}"


def harmless(text: str, form: str) -> str:
    """A whole text in a form that another program reads, which that program reads as the same.

    ``form`` is one of those of findings but for ``text``, or ``html``, or ``case``, which stays as it is.
    """
    return text if form == "case" else _WAYS[form](text)


def _in_json(text: str) -> str:
    """JSON begins no line with a colon, so commands are in its strings alone."""
    return _COMMAND.sub(lambda found: f"{found[0][:-1]}\\u{ord(found[0][-1]):04x}", text)


def _in_annotations(text: str) -> str:
    """Commands of casekit's own, one a line: they stay commands, and there is no other in them."""
    return _INSIDE.sub(lambda found: f"{found[0]}\\", text)


_SCRIPTS = re.compile(r"(<(?:script|style)\b.*?</(?:script|style)>)", re.DOTALL | re.IGNORECASE)


def _in_markup(text: str) -> str:
    """XML or a page. Scripts and styles are the package's own, and know no references to characters."""
    parts = _SCRIPTS.split(text)
    parts[::2] = [_COMMAND.sub(_last_as_reference, part) for part in parts[::2]]
    return "".join(parts)


def _last_as_reference(found: re.Match[str]) -> str:
    return found[0][:-1] + _reference(found[0][-1])


def _reference(char: str) -> str:
    return f"&#{ord(char)};"


_FENCE = re.compile(r"(?P<fence>`{3,})(?P<kind>\w*)")
# As many backquotes end code as began it. What is escaped begins none, nor do those that nothing ends.
_ESCAPE_OR_CODE = re.compile(r"\\.|(?P<quotes>`+)(?!`)(?P<code>.+?)(?<!`)(?P=quotes)(?!`)|`+")


def _in_markdown(text: str) -> str:
    """Markdown as casekit writes it: code in which there is a command becomes HTML, which looks the same."""
    rows: list[str] = []
    block: list[str] = []
    opening: re.Match[str] | None = None
    for line in text.split("\n"):
        if opening is None:
            opening = _FENCE.fullmatch(line)
            if opening is None:
                rows.append(_markdown_line(line))
        elif line == opening["fence"]:
            rows += _code_block(opening, block)
            block, opening = [], None
        else:
            block.append(line)
    return "\n".join([*rows, *(() if opening is None else (opening[0], *block))])


def _code_block(opening: re.Match[str], lines: list[str]) -> list[str]:
    code = "\n".join(lines)
    if not _COMMAND.search(code):
        return [opening[0], *lines, opening["fence"]]
    return [f'<pre lang="{opening["kind"]}"><code>{_spelled_out(code)}', "</code></pre>"]


def _markdown_line(line: str) -> str:
    if not _COMMAND.search(line):
        return line
    return _COMMAND.sub(_last_as_reference, _ESCAPE_OR_CODE.sub(_code, line))


def _code(found: re.Match[str]) -> str:
    code = found["code"]
    if code is None or not _COMMAND.search(code):
        return found[0]
    return f"<code>{_spelled_out(code)}</code>"


def _spelled_out(code: str) -> str:
    """Code as HTML inside Markdown: what is a mark in either is a reference to its character."""
    return re.sub(r"[^\w\s]|_", lambda found: _reference(found[0]), code)


_WAYS: Mapping[str, Callable[[str], str]] = {
    "json": _in_json,
    "sarif": _in_json,
    "gitlab": _in_json,
    "junit": _in_markup,
    "html": _in_markup,
    "markdown": _in_markdown,
    "github": _in_annotations,
}
