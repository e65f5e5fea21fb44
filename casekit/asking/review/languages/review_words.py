"""The words of a review and of the version without logic, in the languages that documents are written in.

``{}`` stands for what is filled in, in the order in which it is said.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MarkWords:
    """What marks say. The first ``{}`` are the words of the book, the second what the line has."""

    other_name: str
    other_place: str
    other_place_near: str
    other_number: str
    other_time: str
    other_span: str
    no_denial: str
    lacks_name: str
    lacks_place: str
    lacks_number: str
    lacks_time: str
    lost: str
    unquoted: str
    silent: str
    suggests: str
    odd_one_out: str
    unmarked_lie: str
    true_lie: str
    open_lie: str
    unsaid_name: str
    unsaid_place: str
    unsaid_time: str
    unsaid_number: str
    unsaid_negation: str
    unclaimed: str


@dataclass(frozen=True, slots=True)
class TimetableWords:
    """What a timetable says."""

    heading: str
    note: str
    who: str
    at_that_time: str
    untold: str
    open: str
    false: str
    denied: str
    as_table: str
    legend: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class BlindWords:
    """What the version without logic says."""

    above: str
    how: str
    presentation: str
    choices: str
    opened: str
    answers: str
    choose: str
    sure: str
    degrees: tuple[str, str, str]
    why: str
    remarks: str
    reader: str
    save_text: str
    save_json: str
    no_script: str


@dataclass(frozen=True, slots=True)
class KeyWords:
    """What the signs of a review mean."""

    loud: str
    look: str
    dotted: str
    quiet: str


@dataclass(frozen=True, slots=True)
class ReviewWords:
    """What a review says beside the words of the document. ``tag`` is that of the language it is in."""

    tag: str
    page: str
    above: str
    lead: str
    how: str
    contents: str
    paragraphs: str
    findings: str
    not_understood: str
    presentation: str
    rules: str
    rule_sources: tuple[str, str, str, str]
    solution: str
    follows_from: str
    line: str
    logic: str
    lie: str
    in_truth: str
    weights: tuple[str, str, str]
    right: str
    right_paragraph: str
    right_sentence: str
    sentence: str
    minor: str
    progress_label: str
    remark: str
    remarks: str
    no_remarks: str
    progress: str
    save: str
    unsaved: str
    show: str
    show_all: str
    show_marked: str
    show_open: str
    no_script: str
    made: str
    joined: str
    quoted: str
    key: KeyWords
    marks: MarkWords
    timetable: TimetableWords
    blind: BlindWords
