"""The blocks of a document: which are there, which are missing, and the prose in them."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from casekit.diagnostics import Diagnostic, Related, Source, codes
from casekit.language.document.tree import Block, ProseNode, SyntaxTree
from casekit.language.nearest import did_you_mean
from casekit.model.passages import Prose
from casekit.model.place import Place


def blocks_once(
    document: SyntaxTree, kinds: Collection[str]
) -> tuple[dict[str, Block], tuple[Diagnostic, ...]]:
    """The blocks of some kinds, each of which may occur once; further ones are reported and left out."""
    found: dict[str, Block] = {}
    problems: list[Diagnostic] = []
    source = document.source
    for block in document.blocks:
        heading = block.heading
        if heading.kind not in kinds:
            continue
        first = found.setdefault(heading.kind, block).heading
        if first is not heading:
            problems.append(
                Diagnostic(
                    codes.DUPLICATE_BLOCK,
                    f"the block `{heading.kind}` occurs here a second time",
                    source.span(heading.start, heading.end),
                    hint="make one block of both",
                    related=(Related(source.span(first.start, first.end), "the first is here"),),
                )
            )
    return found, tuple(problems)


def unknown_heading(block: Block, kinds: Sequence[str], source: Source) -> Diagnostic:
    """The finding for a block whose heading names no block."""
    first, *_, last = (*block.heading.words, *block.heading.words)
    return Diagnostic(
        codes.UNKNOWN_HEADING,
        f"`{' '.join(word.text for word in block.heading.words)}` is not a block",
        source.span(first.start, last.end),
        hint=did_you_mean(
            first.text, kinds, f"the blocks are {' and '.join((', '.join(kinds[:-1]), kinds[-1]))}"
        ),
    )


def heading_places(blocks: Mapping[str, Block]) -> dict[str, Place]:
    """The places of the headings of some blocks."""
    return {kind: Place(block.heading.start, block.heading.end) for kind, block in blocks.items()}


def missing_from(
    present: Collection[str], needed: Mapping[str, str], unplaced: int, source: Source
) -> Iterator[Diagnostic]:
    """A finding for each block that is needed and not there, unless ``unplaced`` unreadable headings explain them.

    ``needed`` says of each block what it holds.
    """
    names = [name for name in needed if name not in present]
    if len(names) <= unplaced:
        return
    for name in names:
        yield Diagnostic(
            codes.MISSING_BLOCK,
            f"the block `{name}` is missing",
            source.whole(),
            hint=f"add `== {name}`: {needed[name]}",
        )


def prose_of(block: Block | None) -> tuple[Prose, ...]:
    """The paragraphs of a block."""
    return tuple(
        Prose(item.text, Place(item.start, item.end), tuple(Place(*piece) for piece in item.pieces))
        for item in (block.items if block else ())
        if isinstance(item, ProseNode)
    )
