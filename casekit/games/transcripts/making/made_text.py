"""The text of a transcript without prose: one to begin with, or one that was made to measure."""

from collections.abc import Mapping, Sequence

from casekit.diagnostics import Source
from casekit.games.transcripts.resolving import story_blocks
from casekit.games.transcripts.transcript import AnyTranscript
from casekit.language.document.canonical import format_document
from casekit.language.document.parsing import parse


def text_of(
    title: str, transcript: AnyTranscript, comments: Mapping[str, Sequence[str]] | None = None
) -> str:
    """The canonical text of a transcript with its story still to be written.

    ``comments`` are put below headings of blocks.
    """
    game, notes = transcript.game, comments or {}
    play = [text for event in transcript.play for text in getattr(event, "written", (event.text,))]
    lines = {"play": play, **game.making().lines(transcript)}
    levels = f"  // {' | '.join(game.dialect.fields['level'])}" if notes else ""
    written = [
        f"game: {game.name}",
        f"title: {' '.join(title.split())}",
        f"level: {transcript.level}{levels}",
        "author: TODO",
    ]
    prose = {block.kind for block in game.dialect.outline if "prose" in block.lines}
    for kind in story_blocks(game.dialect):
        if kind in prose or kind in lines:
            heading = f"seat {transcript.seat}" if kind == "seat" else kind
            told = ["TODO"] if kind in prose else lines[kind]
            written += ["", f"== {heading}", *(f"// {line}" for line in notes.get(kind, ())), *told]
    text = "\n".join([*written, ""])
    tree, problems = parse(Source("draft", text), game.dialect)
    # A title that cannot be one, such as a comment, is for the writer to find.
    return text if problems else format_document(tree, game.dialect)
