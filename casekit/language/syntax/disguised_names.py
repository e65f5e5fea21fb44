"""Names of a document that are not what they look like, in logic and in prose.

A Cyrillic letter looks like a Latin one, a soft hyphen like nothing. Such a name is another one, and whoever
reads the text cannot see why it is unknown, or why two things have one name.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from operator import attrgetter

from casekit.diagnostics import Edit, Finding, Place, Related, Source, codes, composed
from casekit.language.suggestions import (
    MARKS,
    PLAIN_LETTERS,
    SOFT_HYPHEN,
    in_capitals,
    is_strange,
    name_key,
)
from casekit.language.syntax.dialect import NoteNode, ProseNode, SyntaxTree
from casekit.values.grouping import grouped

_INSIDE = rf"[\w{MARKS}{SOFT_HYPHEN}]"
_NAME = rf"(?=[\w-]*[^{PLAIN_LETTERS}]){SOFT_HYPHEN}*[^\W\d_]{_INSIDE}*(?:-{_INSIDE}+)*"
"""A name that has letters which may not be what they look like; most have none."""
_DOUBTFUL = re.compile(_NAME)
_IN_LOGIC = re.compile(rf'(?P<quoted>"[^"\n]*"|[“„«][^”“»\n]*[”“»])|//[^\n]*|(?P<name>{_NAME})')
"""Such a name in logic, or what is quoted or remarked there."""
_UNSEEN = re.compile(f"[{MARKS}{SOFT_HYPHEN}]")
_MOST = 20
"""At most this many names of a kind are reported."""

Places = Mapping[str, Sequence[Place]]


def disguised_names(tree: SyntaxTree, names: Callable[[], Collection[str]]) -> Iterator[Finding]:
    """The findings on the letters of names and labels.

    ``names`` gives those that are known in logic; it is called only if a name has letters that may be wrong.
    """
    logic, quoted, prose = _written(tree)
    known = names() if logic or prose else ()
    yield from islice(_in_logic(logic, known, tree.source), _MOST)
    yield from islice(_in_prose(prose, known, tree.source), _MOST)
    yield from islice(_alike_labels(quoted, tree.source), _MOST)


def _written(tree: SyntaxTree) -> tuple[Places, Places, Places]:
    """The names of logic and the words of prose that have such letters, with their places.

    Between them is all that logic quotes.
    """
    text, (prose, others) = tree.source.text, _texts(tree)
    in_logic: dict[str, list[tuple[str, Place]]] = {"name": [], "quoted": []}
    at = tree.blocks[0].heading.start if tree.blocks else len(text)
    for place in sorted((*prose, *others, Place(len(text), len(text))), key=attrgetter("start")):
        for match in _IN_LOGIC.finditer(text, at, max(at, place.start)):
            if match.lastgroup:
                in_logic[match.lastgroup].append((match[0], Place(*match.span())))
        at = max(at, place.end)
    in_prose: list[tuple[str, Place]] = []
    for place in prose:
        matches = _DOUBTFUL.finditer(text, place.start, place.end)
        in_prose += [(match[0], Place(*match.span())) for match in matches]
    return grouped(in_logic["name"]), grouped(in_logic["quoted"]), grouped(in_prose)


def _texts(tree: SyntaxTree) -> tuple[list[Place], list[Place]]:
    """The places of prose, and those of notes."""
    prose, notes = list[Place](), list[Place]()
    for item in chain.from_iterable(block.items for block in tree.blocks):
        if isinstance(item, ProseNode):
            prose += [Place(*piece) for piece in item.pieces]
        elif isinstance(item, NoteNode):
            notes.append(Place(item.start, item.end))
    return prose, notes


def _in_logic(logic: Places, known: Collection[str], source: Source) -> Iterator[Finding]:
    """Names in logic that are disguised.

    They have letters of two scripts, have what no name may have, or look like others.
    """
    if not logic:
        return
    from casekit.language import look_alikes  # noqa: PLC0415 -- few documents have such names

    shapes = look_alikes.Shapes(known)
    for name, places in logic.items():
        plain = composed(name.replace(SOFT_HYPHEN, ""))
        other, strangers = shapes.meant(plain), look_alikes.strangers(plain)
        likely = "" if plain in known else other
        if plain != name:
            unseen = look_alikes.named_letters("".join(dict.fromkeys(_UNSEEN.findall(name))))
            message = f"the name `{plain}` is written with {unseen}, which no name has"
            yield _finding(message, source, places, likely or plain)
        elif likely:
            message = f"`{name}` looks like `{likely}`, but has {look_alikes.difference(name, likely)}"
            yield _finding(message, source, places, likely)
        elif strangers:
            among = look_alikes.named_letters(strangers)
            message = f"the name `{name}` has letters of two scripts: {among} among others"
            yield _finding(message, source, places, "")
        if other and not likely and not (other in logic and other < plain):
            difference = look_alikes.difference(plain, other)
            yield codes.LOOK_ALIKE_NAMES.at(
                source.span(places[0].start, places[0].end),
                f"the names `{plain}` and `{other}` look alike: the first has {difference}",
                hint="write the same letters, or give one of them another name",
            )


def _finding(message: str, source: Source, places: Sequence[Place], instead: str) -> Finding:
    hint = f"write `{instead}`" if instead else "write all its letters in one script"
    fix: tuple[Edit, ...] = ()
    if instead:
        fix = tuple([Edit(source.span(place.start, place.end), instead) for place in places])
    return codes.DISGUISED_NAME.at(source.span(places[0].start, places[0].end), message, hint=hint, fix=fix)


def _in_prose(prose: Places, known: Collection[str], source: Source) -> Iterator[Finding]:
    """Words of prose that look like somebody's name.

    Those in capitals are looked up where names have to be in them.
    """
    people = [name for name in known if prose and in_capitals(name)]
    if not people:
        return
    from casekit.language import look_alikes  # noqa: PLC0415 -- few documents have such words

    shapes: dict[str, str] = {}
    for name in people:
        shapes[look_alikes.skeleton(name.lower())] = name
        shapes[look_alikes.skeleton(name)] = name
    for word, places in prose.items():
        plain = composed(word.replace(SOFT_HYPHEN, ""))
        forms = (look_alikes.skeleton(form) for form in (plain.upper(), plain.lower()))
        name = next((shapes[form] for form in forms if form in shapes), "")
        is_other = SOFT_HYPHEN in word or name_key(plain) != name_key(name)
        if name and is_other and not in_capitals(plain):
            letters = look_alikes.difference(word, f"{name} {name.lower()}")
            yield _finding(f"`{word}` looks like {name}, but has {letters}", source, places, name)


def _alike_labels(quoted: Places, source: Source) -> Iterator[Finding]:
    """Labels, and other words that logic quotes, that look like others and are not the same."""
    strange = [label for label in quoted if is_strange(label)]
    if not strange:
        return
    from casekit.language import look_alikes  # noqa: PLC0415 -- few documents have such labels

    first: dict[str, Place] = {}
    for label, places in quoted.items():
        first.setdefault(composed(label), places[0])
    shapes = look_alikes.Shapes(first)
    for label in dict.fromkeys(map(composed, strange)):
        other = shapes.meant(label)
        if other:
            here, there = first[label], first[other]
            difference = look_alikes.difference(label, other)
            yield codes.LOOK_ALIKE_NAMES.at(
                source.span(here.start, here.end),
                f"{label} looks like other words that are quoted, but has {difference}",
                hint="write the same letters, or say how the two differ",
                related=(Related(source.span(there.start, there.end), "the others are here"),),
            )
