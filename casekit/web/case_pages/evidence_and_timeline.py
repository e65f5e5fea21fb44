"""The evidence of a case to click through, from sources by their subjects to conclusions.

It is found in the other process, and drawn.
"""

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from casekit.analysis.analyzer import Json
from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.proofreading.review import ReviewPassage, Timetable
from casekit.deduce.encoding.circuit import term_name
from casekit.deduce.evidence_graph import evidence_graph
from casekit.logic.theory import Fact, OutOfBudgetError
from casekit.prose.markup import visible_text
from casekit.prose.phrasing import capital
from casekit.values import field, frozen
from casekit.values.grouping import grouped
from casekit.web.case_pages.case_status import paragraphs_of
from casekit.web.case_worker import AnalysedCase

SOURCE, FACT, CONCLUSION = "source", "fact", "conclusion"
KINDS = (SOURCE, FACT, CONCLUSION)

Passages = Mapping[str, ReviewPassage | None]
"""The passages that words are in, by the names that readers have for these."""

Node = tuple[str, str]
"""A kind, and the name that deduction has for it."""


@frozen
class EvidenceMap:
    """Nodes with their words, and what leads to what; ``proofs`` are the sources of each conclusion."""

    words: Mapping[Node, str] = field(default_factory=dict)
    after: Mapping[Node, tuple[Node, ...]] = field(default_factory=dict)
    said: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """The statements of each source: its words, and its logic or what it means."""
    proofs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    obstacle: str = ""

    def before(self, node: Node) -> tuple[Node, ...]:
        """The nodes that lead to a node."""
        return tuple(start for start, ends in self.after.items() if node in ends)


def evidence_of(studied: AnalysedCase) -> EvidenceMap:
    """The evidence of a case."""
    document, asked = studied.looked.document, studied.examined.analyzer
    if document is None or asked is None:
        obstacle = "the case could not be read" if document is None else studied.examined.why_not_analysable
        return EvidenceMap(obstacle=obstacle)
    passages = paragraphs_of(studied.looked.tree, studied.looked.game.wording.source_tables(document))
    try:
        names = {passage["source"]: passage["name"] for passage in passages.values()}
        return _map(asked.inquiry, names)
    except OutOfBudgetError as error:
        return EvidenceMap(obstacle=asked.too_hard(error).message)


def _map(inquiry: DocumentAnalysis, names: Mapping[str, str]) -> EvidenceMap:
    graph = evidence_graph(inquiry.knowledge)
    after: dict[Node, tuple[Node, ...]] = {}
    statements: dict[str, tuple[tuple[str, str], ...]] = {}
    for kind, label in graph:
        node = kind, label
        if kind == SOURCE:
            claims = [claim for _, claim in graph.successors(node)]
            facts: dict[Node, None] = {}
            for claim in claims:
                facts.update(((FACT, end), None) for _, end in graph.successors(("claim", claim)))
            after[node] = tuple(facts)
            statements[label] = tuple(_statement(inquiry, claim) for claim in claims)
        elif kind == FACT:
            ends = ((CONCLUSION, end) for _, end in graph.successors(node))
            after[node] = tuple(dict.fromkeys(ends))
        elif kind == CONCLUSION:
            after[node] = ()
    return EvidenceMap(_words_of(inquiry, after, names), after, statements, _proofs(inquiry))


def _statement(inquiry: DocumentAnalysis, claim: str) -> tuple[str, str]:
    """The words of a claim, and its logic or what it means."""
    origin = inquiry.origins[claim]
    return origin.quotation, visible_text(inquiry.wording.stated(origin) or origin.text)


def _proofs(inquiry: DocumentAnalysis) -> dict[str, tuple[str, ...]]:
    """The sources that prove each conclusion, without what everybody is given."""
    given = inquiry.wording.given
    proofs = {}
    for element, lines in inquiry.elements_with_reasons:
        sources = dict.fromkeys(inquiry.origins[line].path for line in lines)
        proofs[element.name] = tuple(source for source in sources if source not in given)
    return proofs


def _words_of(inquiry: DocumentAnalysis, nodes: Iterable[Node], names: Mapping[str, str]) -> dict[Node, str]:
    wording = inquiry.wording
    fixed = inquiry.knowledge.fixed(inquiry.knowledge.everything)
    known = {term_name(key): Fact(*key, value) for key, value in fixed.items()}
    words: dict[Node, str] = {}
    for node in nodes:
        kind, label = node
        if kind == SOURCE:
            words[node] = names.get(label) or capital(wording.named(label))
        elif kind == FACT:
            words[node] = capital(visible_text(wording.fact(known[label]))) if label in known else label
        else:
            element = inquiry.element(label)
            proved = (
                f": {visible_text(wording.answer(label, element.proved))}" if element.proved else ": open"
            )
            words[node] = f"{capital(wording.element(label))}{proved}"
    return words


def neighbours(evidence: EvidenceMap, chosen: Node | None) -> tuple[Sequence[Node], ...]:
    """The sources, facts and conclusions around a node; without one, those of all conclusions' proofs."""
    if chosen is None:
        return _around_conclusions(evidence, [node for node in evidence.words if node[0] == CONCLUSION])
    if chosen[0] == CONCLUSION:
        return _around_conclusions(evidence, [chosen] if chosen in evidence.words else [])
    if chosen[0] == SOURCE:
        facts = tuple(dict.fromkeys(evidence.after.get(chosen, ())))
        ends = dict.fromkeys(chain.from_iterable(evidence.after[fact] for fact in facts))
        return (chosen,), facts, list(ends)
    return evidence.before(chosen), (chosen,), evidence.after.get(chosen, ())


def _around_conclusions(evidence: EvidenceMap, ends: Sequence[Node]) -> tuple[Sequence[Node], ...]:
    """The sources that prove conclusions, the facts between them, and these conclusions."""
    proving = set(chain.from_iterable(evidence.proofs.get(name, ()) for _, name in ends))
    sources = [node for node in evidence.words if node[0] == SOURCE and node[1] in proving]
    facts = dict.fromkeys(chain.from_iterable(evidence.after[source] for source in sources))
    wanted = frozenset(ends)
    leading = tuple(fact for fact in facts if not wanted.isdisjoint(evidence.after[fact]))
    return sources, leading, ends


MOST_ROWS = 40
"""At most this many nodes of a kind are drawn."""

WIDTH, GAP, SPACE = 300, 70, 12
"""Pixels of a box, between columns and between rows."""

_CHARACTERS, _MOST_LINES, _LINE, _PADDING = 35, 4, 19, 9
_MANY = 3


def drawing(evidence: EvidenceMap, chosen: Node | None, *, whole: bool = False) -> dict[str, Any]:
    """Draw what is around a node; without one, the proofs of all conclusions.

    A drawing has boxes by column, the curves between them, its width and height, and how many nodes of each
    kind are left out. A box has its corner, its height, its words in ``rows`` with their baselines, and how
    many others it is drawn for.

    Facts that differ in their arguments alone are drawn as one, unless the ``whole`` is wanted.
    """
    sources, facts, ends = neighbours(evidence, chosen)
    like = {} if whole else _alike(evidence, sources, facts)
    drawn = facts if whole else [fact for fact in facts if fact in like]
    columns = []
    left_out = []
    for at, nodes in enumerate((sources, drawn, ends)):
        boxes = [_box(evidence, node, like.get(node, 0)) for node in nodes[:MOST_ROWS]]
        for box in boxes:
            box["x"] = at * (WIDTH + GAP)
            box["chosen"] = box["node"] == chosen
        columns.append(boxes)
        left_out.append(len(nodes) - len(boxes))
    height = max(*map(_total_height, columns), 1)
    for column in columns:
        _stack(column, (height - _total_height(column)) // 2)
    return {
        "columns": columns,
        "curves": list(_curves(evidence, columns)),
        "width": 3 * WIDTH + 2 * GAP,
        "height": height,
        "left_out": left_out,
    }


def _box(evidence: EvidenceMap, node: Node, others: int) -> dict[str, Any]:
    """A node with its words in lines, and its height; it is drawn for this number of others too."""
    lines = _lines(evidence.words[node], others)
    return {"node": node, "height": _PADDING * 2 + _LINE * len(lines), "lines": lines, "like_it": others}


def _total_height(boxes: Sequence[Mapping[str, Any]]) -> int:
    """The height of boxes below each other."""
    height: int = sum(box["height"] for box in boxes)
    return height + SPACE * max(len(boxes) - 1, 0)


def _stack(boxes: Iterable[dict[str, Any]], top: int) -> None:
    """Put boxes below each other, and their lines into them."""
    y = top
    for box in boxes:
        first = y + _PADDING + 14
        box["y"] = y
        box["middle"] = y + box["height"] // 2
        box["rows"] = [(first + _LINE * number, line) for number, line in enumerate(box["lines"])]
        y += box["height"] + SPACE


def _alike(evidence: EvidenceMap, sources: Sequence[Node], facts: Sequence[Node]) -> dict[Node, int]:
    """The first of facts about the same things that the same sources speak of, and the number of others."""
    groups: dict[tuple[str, tuple[Node, ...]], list[Node]] = {}
    for fact in facts:
        tellers = tuple(source for source in sources if fact in evidence.after[source])
        groups.setdefault((fact[1].partition("(")[0], tellers), []).append(fact)
    others: dict[Node, int] = {}
    for group in groups.values():
        others |= dict.fromkeys(group, 0) if len(group) < _MANY else {group[0]: len(group) - 1}
    return others


def _lines(words: str, others: int) -> tuple[str, ...]:
    text = f"{words} – and {others} similar" if others else words
    return tuple(textwrap.wrap(text, _CHARACTERS, max_lines=_MOST_LINES, placeholder=" …")) or ("",)


def _curves(evidence: EvidenceMap, columns: Sequence[Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    places = {box["node"]: box for box in chain.from_iterable(columns)}
    for column in columns[:-1]:
        for box in column:
            for end in evidence.after.get(box["node"], ()):
                other = places.get(end)
                if other is not None:
                    start, x, y = box["x"] + WIDTH, other["x"], other["middle"]
                    bend = (start + x) // 2
                    yield f"M{start} {box['middle']}C{bend} {box['middle']} {bend} {y} {x} {y}"


def timelines_of(studied: AnalysedCase) -> Json:
    """The timelines of a case (``tables``), everybody's place at each time.

    They are in the ``language`` of its edition. ``obstacle`` says why there are none.
    """
    found: Json = {"tables": (), "language": "en", "obstacle": ""}
    if studied.looked.document is None:
        return found | {"obstacle": "The case could not be read: fix the first error of the overview."}
    try:
        review = studied.review
    except OutOfBudgetError as error:
        return found | {"obstacle": f"This is too hard to find out: {error}."}
    if review is None:
        title = studied.looked.game.title
        return found | {"obstacle": f"{title} has no prose beside its logic, so nobody's word is told."}
    if not review.understood:
        why = "Its logic could not be understood: fix the errors of the overview to see where everybody was."
        return found | {"obstacle": why}
    if not review.timetables:
        why = "No fact of the case says where somebody is: declare one that does, and state it."
        return found | {"obstacle": why}
    # Whatever is in no paragraph is in the presentation.
    passages: Passages = defaultdict(lambda: review.given, {each.heading: each for each in review.paragraphs})
    tables = tuple(_timetable(table, passages) for table in review.timetables)
    return found | {"tables": tables, "language": review.language}


def _timetable(table: Timetable, passages: Passages) -> Json:
    """A timetable of people, or things, and what happens at its times by their columns.

    ``heading`` is its subject, in the language of the document; empty for several facts at times that are not
    named. ``disputed`` is where word and truth, or two words, contradict each other, with whom it is about;
    ``unseen`` when nobody says truly where somebody is, by person.
    """
    # A fact that says when somebody comes fills one cell of its row; the others are not unseen but empty.
    title, columns = table["title"], table["columns"]
    cells = chain.from_iterable(row["cells"] for row in table["rows"])
    moment = bool(title) and all(cell["place"] in {"", title} for cell in cells)
    rows = []
    disputed = []
    unseen = []
    for row in table["rows"]:
        name, hours = row["who"], list(_hours(row["cells"], columns, passages, moment=moment))
        rows.append((name, hours))
        disputed += [(name, hour) for hour in hours if hour["disputed"]]
        missing = [hour for hour in hours if hour["unseen"]]
        if missing:
            unseen.append((name, missing))
    return {
        "heading": title or (columns[0] if len(columns) == 1 else ""),
        "columns": columns,
        "rows": rows,
        "events": _events_by_column(table) if table["events"] else (),
        "disputed": disputed,
        "unseen": unseen,
    }


def _events_by_column(table: Timetable) -> list[list[str]]:
    """The events at each time of a timetable."""
    happening = []
    for at in range(len(table["columns"])):
        events = [event["says"] for event in table["events"] if event["column"] == at]
        happening.append(events)
    return happening


def _hours(
    row: Sequence[Json], columns: Sequence[str], passages: Passages, *, moment: bool
) -> Iterator[Json]:
    """The cells of a row, those beside each other as one that say the same.

    ``place`` is where in truth, empty if that is open; ``when`` the time, or the first and the last of them,
    empty if times are not told apart. ``unseen`` if no true word says the place, ``differ`` if words name
    different places and the truth names none, ``disputed`` if something that is said cannot be.
    """
    at = 0
    for cell, group in groupby(row):
        count = len(tuple(group))
        words = list(_words(cell, passages))
        # The testimony on where somebody is that is not known to be false.
        placing = [word for word in cell["words"] if not word["denied"] and not word["false"]]
        first, last = columns[at], columns[at + count - 1]
        place, standing = cell["place"], cell["standing"]
        differ = not place and len({word["place"] for word in placing}) > 1
        yield {
            "place": place,
            "standing": standing,
            "words": words,
            "when": first if first == last else f"{first} – {last}",
            "columns": count,
            "unseen": standing != "told" and not placing and not (moment and not place),
            "differ": differ,
            "disputed": differ or any(word["false"] for word in words),
        }
        at += count


def _words(cell: Json, passages: Passages) -> Iterator[Json]:
    """The words on a cell, those that agree with the truth first.

    The same words of several paragraphs are one.

    ``by`` are the names and sources of these, a source empty for the presentation. ``lie`` if the words are
    false and each of them has a line marked so.
    """
    paths_by_word = grouped(
        ((word["false"], word["denied"], word["place"]), word["path"]) for word in cell["words"]
    )
    for (false, denied, place), paths in sorted(paths_by_word.items(), key=lambda item: item[0][:2]):
        by = [(path, passages[path]) for path in paths]
        lies = all(_has_a_lie(passage) for _, passage in by)
        names = dict.fromkeys((path, "" if passage is None else passage.path) for path, passage in by)
        yield {"place": place, "denied": denied, "by": list(names), "false": false, "lie": false and lies}


def _has_a_lie(passage: ReviewPassage | None) -> bool:
    """Whether a line of a passage is marked as a lie."""
    return passage is not None and any(line["kind"] == "lie" for _, line in passage.lines)
