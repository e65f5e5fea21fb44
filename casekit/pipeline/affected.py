"""Which cases a change of files concerns: those of the files, their editions and what these name, and pictures."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from casekit.games.editions import EDITION, Editions, Shelf, is_edition
from casekit.language.reading import decode_quickly
from casekit.pipeline.given_documents import CASE, Input, editions_around, game_of, inputs_in

Changed = Callable[[Path], bool]


def affected(
    inputs: Sequence[Input], editions: Editions, changed: Changed, names: Iterable[str] = ()
) -> tuple[Input, ...]:
    """The inputs that a change concerns, in their order; an edition's cases in its place, unless it has changed itself.

    Args:
        inputs: cases and editions.
        editions: finds the edition of each case.
        changed: whether a file has changed; one that was removed has.
        names: the names of files that have changed, without folders. A case depends on those that it or its edition
            mentions, and on another case that has changed if it mentions its title.
    """
    # Every edition names its cases; those are looked at themselves.
    others = sorted({name for name in names if name != EDITION and not name.endswith(CASE)})
    mentioned = tuple(_mention(name) for name in others)
    found: dict[Path, Input] = {}
    for each in inputs:
        if is_edition(each.path):
            shelf = editions.read(each.path)
            if changed(each.path) or any(changed(file) for file in _files(shelf)):
                found[each.path] = each
                continue
            for booklet in shelf.edition.booklets if shelf.edition else ():
                cases = inputs_in(booklet, each.path)
                found |= {case.path: case for case in cases if _is_affected(case, shelf, changed, mentioned)}
        elif _is_affected(each, None, changed, mentioned, editions):
            found[each.path] = each
    return tuple(found.values())


def _is_affected(
    each: Input,
    shelf: Shelf | None,
    changed: Changed,
    mentioned: tuple[re.Pattern[str], ...],
    editions: Editions | None = None,
) -> bool:
    if each.data is not None or changed(each.path):
        return True
    data, _ = each.read()
    if data is None:
        return True
    source, _ = decode_quickly(data, each.name)
    if shelf is None and editions is not None:
        if editions.override is None and any(changed(file) for file in editions_around(each.path)):
            return True
        shelf = editions.of(each.path.parent, game_of(source)[0].name)
        if any(changed(file) for file in _files(shelf)):
            return True
    titles = [title for file, title in shelf.titles.items() if changed(file)] if shelf else []
    texts = (source.text, *(each.text for each in (shelf.sources if shelf else ())))
    return any(mention.search(text) for mention in mentioned for text in texts) or any(
        title in source.text for title in titles
    )


def _mention(name: str) -> re.Pattern[str]:
    """Finds a file's name as a word of its own; one without a suffix, such as `1`, only where a value or a path ends."""
    escaped = re.escape(name)
    if Path(name).suffix:
        return re.compile(rf"(?<![\w-]){escaped}(?![\w-])")
    return re.compile(rf"""(?:[:=][ \t]*|["'/\\]){escaped}(?:["']|[ \t]*(?:$|//|\#))""", re.MULTILINE)


def _files(shelf: Shelf) -> tuple[Path, ...]:
    """The files of an edition; those that could not be read are among its findings."""
    named = (
        *(source.name for source in shelf.sources),
        *(found.span.file for found in shelf.diagnostics),
    )
    return tuple(dict.fromkeys(Path(name) for name in named))
