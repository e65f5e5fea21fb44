"""The prose of a case for its proofreader, who is to see no logic."""

from casekit.games.midnight.asking.case_plain_words import CasePlainWords
from casekit.games.midnight.case import Case
from casekit.games.midnight.printing.page_words import phrases_of
from casekit.games.midnight.reading.case_forms import CASE
from casekit.games.midnight.reading.case_tree import RuleNode, StatementNode
from casekit.games.midnight.reading.headings import Headings
from casekit.games.midnight.review.case_speech import CaseSpeech
from casekit.language.document.tree import Block, SyntaxTree
from casekit.manuscripts.manuscript_parts import ManuscriptPart
from casekit.resources import words as words_in


def manuscript_of_case(case: Case, tree: SyntaxTree) -> tuple[ManuscriptPart, ...]:
    """Every block with prose, in the order of the case. One whose heading names no path is there under that heading."""
    language = case.edition.language
    words, phrases = words_in("asking/words/review.toml", language), phrases_of(language)
    speech = CaseSpeech(case, tree, CasePlainWords(case), phrases)
    headings = Headings(case.edition, case.source)
    given = {
        "presentation": (words["presentation"], phrases["everybody"]),
        "solution": (words["solution"], ""),
    }
    told_by_rules = tuple(_quotations(block) for block in tree.blocks if block.heading.kind == "rules")
    parts = []
    for block in tree.blocks:
        kind, name = block.heading.kind, CASE.format_heading(block.heading)
        quoted = _quotations(block)
        if kind == "presentation":
            quoted = (*quoted, *(words for rules in told_by_rules for words in rules))
        if kind in {"answer", "places"}:
            paths, _ = headings.paths(block.heading)
            title = ", ".join(map(speech.path, paths)) or name
            note = " ".join(map(speech.knower, paths))
        else:
            title, note = given.get(kind, (name, ""))
        parts.append(ManuscriptPart(block, name, title, note, tuple(dict.fromkeys(quoted))))
    return tuple(parts)


def _quotations(block: Block) -> tuple[str, ...]:
    """The words that the lines of a block quote."""
    return tuple(
        item.quotation.text
        for item in block.items
        if isinstance(item, (RuleNode, StatementNode)) and item.quotation is not None and item.quotation.text
    )
