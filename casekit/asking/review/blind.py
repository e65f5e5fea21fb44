"""A document for somebody who is to solve it: its prose, and the answers to choose from. Nothing here knows the solution."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be read: what people call it, and its prose as it is written."""

    name: str
    prose: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Choices under a heading."""

    heading: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class BlindQuestion:
    """A question of the game and the answers that may be given."""

    question: str
    answers: tuple[str, ...]


@dataclass(frozen=True)
class BlindBook:
    """The whole of it. ``principles`` are sentences that hold in every case."""

    title: str
    file: str
    language: str
    principles: tuple[str, ...]
    given: tuple[str, ...]
    groups: tuple[ChoiceGroup, ...]
    questions: tuple[BlindQuestion, ...]
