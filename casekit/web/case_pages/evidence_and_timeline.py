"""The evidence of a case to click through, from sources by their subjects to conclusions: found in the other process, and drawn."""

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import groupby
from typing import Any

from casekit.analysis.analyzer import Json
from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.proofreading.review import ReviewPassage, Timetable
from casekit.deduce.encoding.circuit import term_name
from casekit.deduce.evidence_graph import evidence_graph
from casekit.logic.theory import Fact, OutOfBudgetError
from casekit.prose.markup import plain
from casekit.prose.phrasing import capital
from casekit.values import frozen, grouped
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
    """Nodes with their words, and what leads to what. ``proofs`` are the sources that prove each conclusion."""

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
    document, asked = studied.looked.document, studied.examined.interrogation
    if document is None or asked is None:
        obstacle = "the case could not be read" if document is None else studied.examined.obstacle
        return EvidenceMap(obstacle=obstacle)
    passages = paragraphs_of(studied.looked.tree, studied.looked.game.wording.source_tables(document))
    try:
        return _map(asked.inquiry, {each["source"]: each["name"] for each in passages.values()})
    except OutOfBudgetError as error:
        return EvidenceMap(obstacle=asked.too_hard(error).message)


def _map(inquiry: DocumentAnalysis, names: Mapping[str, str]) -> EvidenceMap:
    graph = evidence_graph(inquiry.knowledge)
    facts_of_claim = {
        label: tuple((FACT, end) for _, end in graph.successors((kind, label)))
        for kind, label in graph
        if kind == "claim"
    }
    after: dict[Node, dict[Node, None]] = {}
    said: dict[str, list[tuple[str, str]]] = {}
    for kind, label in graph:
        node = kind, label
        if kind == SOURCE:
            claims = [claim for _, claim in graph.successors(node)]
            after[node] = {fact: None for claim in claims for fact in facts_of_claim[claim]}
            origins = [inquiry.origins[claim] for claim in claims]
            said[label] = [
                (each.quotation, plain(inquiry.wording.stated(each) or each.text)) for each in origins
            ]
        elif kind == FACT:
            after[node] = {(CONCLUSION, end): None for _, end in graph.successors(node)}
        elif kind == CONCLUSION:
            after.setdefault(node, {})
    return EvidenceMap(
        _words_of(inquiry, after, names),
        {node: tuple(ends) for node, ends in after.items()},
        {source: tuple(claims) for source, claims in said.items()},
        _proofs(inquiry),
    )


def _proofs(inquiry: DocumentAnalysis) -> dict[str, tuple[str, ...]]:
    given = inquiry.wording.given
    return {
        element.name: tuple(
            dict.fromkeys(
                inquiry.origins[line].path for line in lines if inquiry.origins[line].path not in given
            )
        )
        for element, lines in inquiry.explained
    }


def _words_of(inquiry: DocumentAnalysis, nodes: Iterable[Node], names: Mapping[str, str]) -> dict[Node, str]:
    wording = inquiry.wording
    fixed = inquiry.knowledge.fixed(inquiry.knowledge.everything)
    known = {term_name(key): Fact(*key, value) for key, value in fixed.items()}
    found: dict[Node, str] = {}
    for node in nodes:
        kind, label = node
        if kind == SOURCE:
            found[node] = names.get(label) or capital(wording.named(label))
        elif kind == FACT:
            found[node] = capital(plain(wording.fact(known[label]))) if label in known else label
        else:
            element = inquiry.element(label)
            proved = f": {plain(wording.answer(label, element.proved))}" if element.proved else ": open"
            found[node] = f"{capital(wording.element(label))}{proved}"
    return found


def neighbours(evidence: EvidenceMap, chosen: Node | None) -> tuple[Sequence[Node], ...]:
    """The sources, facts and conclusions around a node; without one, those of the proofs of all conclusions."""
    if chosen is None or chosen[0] == CONCLUSION:
        ends = [
            node for node in evidence.words if node[0] == CONCLUSION and (chosen is None or node == chosen)
        ]
        proving = {source for _, name in ends for source in evidence.proofs.get(name, ())}
        sources = [node for node in evidence.words if node[0] == SOURCE and node[1] in proving]
        facts = dict.fromkeys(
            fact
            for source in sources
            for fact in evidence.after[source]
            if any(end in evidence.after[fact] for end in ends)
        )
        return sources, tuple(facts), ends
    if chosen[0] == SOURCE:
        facts = dict.fromkeys(evidence.after.get(chosen, ()))
        ends = list(dict.fromkeys(end for fact in facts for end in evidence.after[fact]))
        return (chosen,), tuple(facts), ends
    return evidence.before(chosen), (chosen,), evidence.after.get(chosen, ())


MOST_ROWS = 40
"""At most this many nodes of a kind are drawn."""

WIDTH, GAP, SPACE = 300, 70, 12
"""Pixels of a box, between columns and between rows."""

_CHARACTERS, _MOST_LINES, _LINE, _PADDING = 35, 4, 19, 9
_MANY = 3


def drawing(evidence: EvidenceMap, chosen: Node | None, *, whole: bool = False) -> dict[str, Any]:
    """Draw what is around a node; without one, the proofs of all conclusions.

    A drawing has boxes by column, the curves between them, its width and height, and how many nodes of each kind are left out.
    A box has its corner, its height, its words in ``rows`` with their baselines, and how many others it is drawn for.

    Facts that differ in their arguments alone are drawn as one, unless the ``whole`` is wanted.
    """
    found = neighbours(evidence, chosen)
    like = {} if whole else _alike(evidence, found[0], found[1])
    found = (found[0], [fact for fact in found[1] if whole or fact in like], found[2])
    shown = [tuple(column[:MOST_ROWS]) for column in found]
    texts = [[_lines(evidence.words[node], like.get(node, 0)) for node in column] for column in shown]
    heights = [[_PADDING * 2 + _LINE * len(lines) for lines in column] for column in texts]
    totals = [sum(column) + SPACE * max(len(column) - 1, 0) for column in heights]
    height = max(*totals, 1)
    columns = []
    for at, nodes in enumerate(shown):
        y = (height - totals[at]) // 2
        boxes = []
        for node, lines, tall in zip(nodes, texts[at], heights[at], strict=True):
            first = y + _PADDING + 14
            boxes.append(
                {
                    "node": node,
                    "x": at * (WIDTH + GAP),
                    "y": y,
                    "height": tall,
                    "middle": y + tall // 2,
                    "rows": [(first + _LINE * number, line) for number, line in enumerate(lines)],
                    "chosen": node == chosen,
                    "like_it": like.get(node, 0),
                }
            )
            y += tall + SPACE
        columns.append(boxes)
    return {
        "columns": columns,
        "curves": list(_curves(evidence, columns)),
        "width": 3 * WIDTH + 2 * GAP,
        "height": height,
        "left_out": [len(column) - len(some) for column, some in zip(found, shown, strict=True)],
    }


def _alike(evidence: EvidenceMap, sources: Sequence[Node], facts: Sequence[Node]) -> dict[Node, int]:
    """The first of facts about the same things that the same sources speak of, and how many others there are."""
    tellers = {fact: tuple(each for each in sources if fact in evidence.after[each]) for fact in facts}
    groups = grouped(((fact[1].partition("(")[0], tellers[fact]), fact) for fact in facts)
    found: dict[Node, int] = {}
    for group in groups.values():
        found |= dict.fromkeys(group, 0) if len(group) < _MANY else {group[0]: len(group) - 1}
    return found


def _lines(words: str, others: int) -> tuple[str, ...]:
    text = f"{words} – and {others} similar" if others else words
    return tuple(textwrap.wrap(text, _CHARACTERS, max_lines=_MOST_LINES, placeholder=" …")) or ("",)


def _curves(evidence: EvidenceMap, columns: Sequence[Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    places = {box["node"]: box for column in columns for box in column}
    for column in columns[:-1]:
        for box in column:
            for end in evidence.after.get(box["node"], ()):
                other = places.get(end)
                if other is not None:
                    start, x, y = box["x"] + WIDTH, other["x"], other["middle"]
                    bend = (start + x) // 2
                    yield f"M{start} {box['middle']}C{bend} {box['middle']} {bend} {y} {x} {y}"


def timelines_of(studied: AnalysedCase) -> Json:
    """The timelines of a case (``tables``), everybody's place at each time, in the ``language`` of its edition; or why there are none (``obstacle``)."""
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
    tables = tuple(_shown(table, passages) for table in review.timetables)
    return found | {"tables": tables, "language": review.language}


def _shown(table: Timetable, passages: Passages) -> Json:
    """A timetable of people, or things, and what happens at its times by their columns.

    ``heading`` is its subject, in the language of the document; empty for several facts at times that are not named.
    ``disputed`` is where word and truth, or two words, contradict each other, with whom it is about; ``unseen`` when
    nobody says truly where somebody is, by person.
    """
    # A fact that says when somebody comes fills one cell of its row; the others are not unseen but empty.
    title, columns = table["title"], table["columns"]
    moment = bool(title) and all(
        each["place"] in {"", title} for row in table["rows"] for each in row["cells"]
    )
    rows = [
        (row["who"], list(_hours(row["cells"], columns, passages, moment=moment))) for row in table["rows"]
    ]
    unseen = ((name, [hours for hours in row if hours["unseen"]]) for name, row in rows)
    happening = [
        [each["says"] for each in table["events"] if each["column"] == at] for at in range(len(columns))
    ]
    return {
        "heading": title or (columns[0] if len(columns) == 1 else ""),
        "columns": columns,
        "rows": rows,
        "events": happening if table["events"] else (),
        "disputed": [(name, hours) for name, row in rows for hours in row if hours["disputed"]],
        "unseen": [(name, hours) for name, hours in unseen if hours],
    }


def _hours(
    row: Sequence[Json], columns: Sequence[str], passages: Passages, *, moment: bool
) -> Iterator[Json]:
    """The cells of a row, those beside each other as one that say the same.

    ``place`` is where in truth, empty if that is open; ``when`` the time, or the first and the last of them, empty if
    times are not told apart. ``unseen`` if no true word says the place, ``differ`` if words name different places and
    the truth names none, ``disputed`` if something that is said cannot be.
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
    """The words on a cell, those that agree with the truth first; the same words of several paragraphs as one.

    ``by`` are the names and sources of these, a source empty for the presentation. ``lie`` if the words are false and
    each of them has a line marked so.
    """
    said = grouped(((word["false"], word["denied"], word["place"]), word["path"]) for word in cell["words"])
    for (false, denied, place), paths in sorted(said.items(), key=lambda each: each[0][:2]):
        by = [(path, passages[path]) for path in paths]
        lies = all(
            passage is not None and any(line["kind"] == "lie" for _, line in passage.lines)
            for _, passage in by
        )
        names = dict.fromkeys((path, "" if passage is None else passage.path) for path, passage in by)
        yield {"place": place, "denied": denied, "by": list(names), "false": false, "lie": false and lies}
