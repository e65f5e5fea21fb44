"""From the headings of a document to the paths they name."""

from collections.abc import Mapping
from dataclasses import dataclass

from casekit.diagnostics import Diagnostic, Source, Span, codes
from casekit.games.midnight.codes import UNKNOWN_LOCATION, UNKNOWN_SUSPECT, UNKNOWN_TOPIC
from casekit.games.midnight.edition import AnswerPath, CasePath, Edition, PlacePath
from casekit.games.midnight.reading.case_forms import BLOCKS
from casekit.language.document.tree import Heading
from casekit.language.formula.nodes import Word
from casekit.language.nearest import did_you_mean, nearest


def heading_of(path: Word) -> Heading:
    """A path that a line names, as a heading."""
    first, *more = path.text.split()
    names = [Word(each, start=path.end - len(each), end=path.end) for each in more]
    start = Word(first, start=path.start, end=path.start + len(first)) if more else path
    return Heading("answer" if more else "places", (start, *names), start=path.start, end=path.end)


@dataclass(frozen=True, slots=True)
class Headings:
    """Resolves headings against an edition."""

    edition: Edition
    source: Source

    def paths(self, heading: Heading) -> tuple[tuple[CasePath, ...], tuple[Diagnostic, ...]]:
        """The paths that a heading of a paragraph names, without those it misspells."""
        if heading.kind == "answer":
            return self._answer(heading)
        paths: list[CasePath] = []
        problems: list[Diagnostic] = []
        for word in heading.words:
            location = (
                self.edition.locations_by_number.get(int(word.text))
                if word.text.isdecimal()
                else self.edition.locations_by_slug.get(word.text)
            )
            if location is not None:
                paths.append(PlacePath(location.number))
            else:
                problems.append(self._unknown_place(word, alone=len(heading.words) == 1))
        return tuple(paths), tuple(problems)

    def _answer(self, heading: Heading) -> tuple[tuple[CasePath, ...], tuple[Diagnostic, ...]]:
        name, topic = heading.words
        suspects, topics = self.edition.suspects_by_name, self.edition.topics_by_slug
        if name.text in suspects and topic.text in topics:
            return (AnswerPath(name.text, topic.text),), ()
        if name.text not in suspects and topic.text not in topics and not nearest(name.text, suspects):
            return (), (self._unknown_heading(heading),)
        problems = []
        if name.text not in suspects:
            hint = did_you_mean(name.text, suspects, f"the suspects are {', '.join(suspects)}")
            problems.append(
                Diagnostic(
                    UNKNOWN_SUSPECT, f"there is no suspect `{name.text}`", self._place(name), hint=hint
                )
            )
        if topic.text not in topics:
            hint = did_you_mean(topic.text, topics, f"the topics are {', '.join(topics)}")
            problems.append(
                Diagnostic(UNKNOWN_TOPIC, f"there is no topic `{topic.text}`", self._place(topic), hint=hint)
            )
        return (), tuple(problems)

    def _unknown_place(self, word: Word, *, alone: bool) -> Diagnostic:
        slugs = self.edition.locations_by_slug
        names = (*self.edition.suspects_by_name, *BLOCKS)
        if not word.text.isdecimal() and alone and not nearest(word.text, slugs, self._titles()):
            hint = did_you_mean(
                word.text,
                names,
                "head a paragraph with a suspect and a topic, or with a location's number or slug",
            )
            if nearest(word.text, self.edition.suspects_by_name):
                hint = f"name the topic too, as in `{nearest(word.text, names)[0]} {self.edition.topics[0].slug}`"
            return Diagnostic(
                codes.UNKNOWN_HEADING,
                f"`{word.text}` is neither a block nor a location",
                self._place(word),
                hint=hint,
            )
        numbers = sorted(self.edition.locations_by_number)
        otherwise = f"locations are numbered {numbers[0]:02} to {numbers[-1]:02}"
        hint = did_you_mean(word.text, slugs, otherwise, self._titles())
        return Diagnostic(
            UNKNOWN_LOCATION, f"there is no location `{word.text}`", self._place(word), hint=hint
        )

    def _titles(self) -> Mapping[str, str]:
        return {location.slug: location.name for location in self.edition.locations}

    def _unknown_heading(self, heading: Heading) -> Diagnostic:
        words = " ".join(word.text for word in heading.words)
        start, end = heading.words[0].start, heading.words[-1].end
        return Diagnostic(
            codes.UNKNOWN_HEADING,
            f"`{words}` is neither a block nor a path",
            self.source.span(start, end),
            hint="head a paragraph with a suspect and a topic, or with a location's number or slug",
        )

    def _place(self, word: Word) -> Span:
        return self.source.span(word.start, word.end)
