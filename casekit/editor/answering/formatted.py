"""A document in canonical form, as edits of the text."""

from difflib import SequenceMatcher

from casekit.editor.answering.fixing import TextEdit
from casekit.editor.looking import View
from casekit.pipeline.converting import format_bytes

_LONG = 300_000
"""Characters of a text that is replaced as a whole: comparing it line by line would take too long."""


def formatted(view: View) -> tuple[TextEdit, ...] | None:
    """The edits that format a text, line by line, so that the cursor stays; ``None`` for a text that cannot be read."""
    text = view.source.text
    new, _, _ = format_bytes(text.encode("utf-8", "surrogatepass"), view.source.name)
    if new is None:
        return None
    if "\r\n" in text:
        new = new.replace("\n", "\r\n")  # the line ends of a text are its editor's
    if len(text) > _LONG:
        return (TextEdit(0, len(text), new),)
    before, after = text.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return tuple(
        TextEdit(starts[first], starts[last], "".join(after[begin:end]))
        for what, first, last, begin, end in matcher.get_opcodes()
        if what != "equal"
    )
