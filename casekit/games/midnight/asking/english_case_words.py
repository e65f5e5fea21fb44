"""English: the words for what every case has."""

from collections.abc import Sequence

from casekit.asking.plain.phrases import Noun
from casekit.games.midnight.asking.case_words import CaseWords, Voice
from casekit.language.sentences import Sentences


class EnglishCaseWords(CaseWords):
    """The words of English."""

    nouns = {
        "suspect": Noun("suspect", "suspects"),
        "person": Noun("person", "people"),
        "culprit": Noun("person", "people"),
        "location": Noun("place", "places"),
        "zone": Noun("zone", "zones"),
        "motive": Noun("motive", "motives"),
        "method": Noun("method", "methods"),
    }
    values = {"victim": "the victim", "nobody": "nobody"}
    sentences = {
        "culprit": Sentences("(value) did it", "(value) did not do it"),
        "motive": Sentences("the motive is (value)", "the motive is not (value)"),
        "method": Sentences("the method is (value)", "the method is not (value)"),
        "zone": Sentences("(1) is in (value)", "(1) is not in (value)"),
    }
    exceptions = {
        ("culprit", "nobody"): Sentences("it was an accident", "it was no accident"),
        ("culprit", "victim"): Sentences("it was suicide", "it was no suicide"),
        ("motive", "none"): Sentences("nobody had a motive", "somebody had a motive"),
    }
    measures = {"steps": "the number of moves from (1) to (2) is (value)"}
    terms = {"culprit": "the culprit", "motive": "the motive", "method": "the method"}

    def says(self, voices: Sequence[Voice], mode: str, liar: str) -> str:
        speech = " that ".join(f"{voice.name} says" for voice in voices)
        if mode == "hint":
            return f"what {speech} hints at this and proves nothing"
        if mode == "lie":
            return f"{speech}, which is a lie"
        return f"{speech}{_doubt(voices, liar)}"

    def hinted(self) -> str:
        return "only a hint"

    def lied(self) -> str:
        return "marked as a lie"

    def shown(self, paths: Sequence[str]) -> str:
        *first, last = paths or ("everything",)
        named = f"{', '.join(first)} and {last}" if first else last
        return f"readers of {named} can know"

    def common(self) -> str:
        return "every reader takes for granted"

    def told(self) -> str:
        return "every reader is told"

    def headed(self, head: str, clause: str) -> str:
        return f"{head}: {clause}"


def _doubt(voices: Sequence[Voice], liar: str) -> str:
    """When the words of the speakers are worth nothing."""
    if liar == "never":
        return ""
    guilty = list(dict.fromkeys(voice.guilty for voice in voices))
    if liar == "must":
        *earlier, last = (voice.guilty for voice in voices)
        open_ = f"; open if {' or '.join(earlier)}" if earlier else ""
        return f" (false if {last}{open_}; else true)"
    return f" (true unless {' or '.join(guilty)})"
