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

_ANYWHERE = r"#(?=#(?:\[|vso|teamcity\[))|section(?=_(?:start|end))"
"""The beginning of a command that is obeyed wherever it is in a line, up to where a backslash parts it: `#`
of `##[`, `section` of `section_start`."""

_COMMAND_ANYWHERE = re.compile(_ANYWHERE)

_COMMAND = re.compile(rf"(?:^|(?<=[\n\r]))[^\S\n\r]*:(?=:)|{_ANYWHERE}")
"""The beginning of any command, up to where a backslash parts it: also the first `:` of `::error` and the
white space before it, at the beginning of a line."""

_LONGEST_BEGINNING = len("section_start")
"""The number of letters of the longest beginning of a command."""

_SCRIPTS = re.compile(r"(<(?:script|style)\b.*?</(?:script|style)>)", re.DOTALL | re.IGNORECASE)
"""The scripts and styles of a page."""

_FENCE = re.compile(r"(?P<fence>`{3,})(?P<kind>\w*)")
"""The line that begins a block of code in Markdown."""

_ESCAPE_OR_CODE = re.compile(r"\\.|(?P<quotes>`+)(?!`)(?P<code>.+?)(?<!`)(?P=quotes)(?!`)|`+")
"""An escaped character of Markdown, or code in a line. As many backquotes end code as began it. What is
escaped begins none, nor do backquotes that nothing ends."""


class LineGuard:
    """Guards a stream: no command begins in it, however a text is divided into writes."""

    def __init__(self) -> None:
        self._line = ""
        """The line that was begun, without the white space before it. Of a long line only the end is kept,
        after a backslash, which never belongs to a command."""

    def parted(self, text: str) -> str:
        """A text to be written next, with a backslash inside each beginning of a command."""
        written = len(self._line)
        line_and_text = self._line + text
        pieces: list[str] = []
        start = written
        for match in _COMMAND.finditer(line_and_text):
            # The part that is written stays: a command that it began is parted where this text goes on.
            place = max(match.end(), written)
            pieces += [line_and_text[start:place], "\\"]
            start = place
        harmless_text = "".join([*pieces, line_and_text[start:]])
        self.note(harmless_text)
        return harmless_text

    def note(self, text: str) -> None:
        """Remember where a text that is written as it is ends."""
        end = max(text.rfind("\n"), text.rfind("\r")) + 1
        line = (text[end:] if end else self._line + text).lstrip()
        self._line = line if len(line) <= _LONGEST_BEGINNING else f"\\{line[-_LONGEST_BEGINNING:]}"


def harmless(text: str, form: str) -> str:
    """A whole text in a form that another program reads, which that program reads as the same.

    ``form`` is one of those of findings but for ``text``, or ``html``, or ``case``, which stays as it is.
    """
    return text if form == "case" else _ESCAPES[form](text)


def _in_json(text: str) -> str:
    """JSON begins no line with a colon, so commands are in its strings alone."""
    return _COMMAND.sub(lambda match: f"{match[0][:-1]}\\u{ord(match[0][-1]):04x}", text)


def _in_annotations(text: str) -> str:
    """Commands of casekit's own, one a line: they stay commands, and there is no other in them."""
    return _COMMAND_ANYWHERE.sub(lambda match: f"{match[0]}\\", text)


def _in_markup(text: str) -> str:
    """XML or a page. Scripts and styles are the package's own, and know no references to characters."""
    parts = _SCRIPTS.split(text)
    parts[::2] = [_COMMAND.sub(_last_as_reference, part) for part in parts[::2]]
    return "".join(parts)


def _last_as_reference(match: re.Match[str]) -> str:
    """The beginning of a command with its last character as a reference: `#` becomes `&#35;`."""
    return match[0][:-1] + _reference(match[0][-1])


def _reference(char: str) -> str:
    """A character as a reference of XML and HTML."""
    return f"&#{ord(char)};"


def _in_markdown(text: str) -> str:
    """Markdown as casekit writes it: code in which there is a command becomes HTML, which looks the same."""
    lines: list[str] = []
    block: list[str] = []
    opening: re.Match[str] | None = None
    for line in text.split("\n"):
        if opening is None:
            opening = _FENCE.fullmatch(line)
            if opening is None:
                lines.append(_markdown_line(line))
        elif line == opening["fence"]:
            lines += _code_block(opening, block)
            block = []
            opening = None
        else:
            block.append(line)
    if opening is not None:
        lines += [opening[0], *block]
    return "\n".join(lines)


def _code_block(opening: re.Match[str], lines: list[str]) -> list[str]:
    """A block of code between fences; as HTML if there is a command in it."""
    code = "\n".join(lines)
    if not _COMMAND.search(code):
        return [opening[0], *lines, opening["fence"]]
    return [f'<pre lang="{opening["kind"]}"><code>{_spelled_out(code)}', "</code></pre>"]


def _markdown_line(line: str) -> str:
    """A line of Markdown outside blocks of code, without a command."""
    if not _COMMAND.search(line):
        return line
    return _COMMAND.sub(_last_as_reference, _ESCAPE_OR_CODE.sub(_code, line))


def _code(match: re.Match[str]) -> str:
    """Code in a line of Markdown; as HTML if there is a command in it."""
    code = match["code"]
    if code is None or not _COMMAND.search(code):
        return match[0]
    return f"<code>{_spelled_out(code)}</code>"


def _spelled_out(code: str) -> str:
    """Code as HTML inside Markdown: what is a mark in either is a reference to its character."""
    return re.sub(r"[^\w\s]|_", lambda match: _reference(match[0]), code)


_ESCAPES: Mapping[str, Callable[[str], str]] = {
    "json": _in_json,
    "sarif": _in_json,
    "gitlab": _in_json,
    "junit": _in_markup,
    "html": _in_markup,
    "markdown": _in_markdown,
    "github": _in_annotations,
}
"""The way in which a text of each form is made harmless."""
