"""French: the words for what every case has."""

from collections.abc import Sequence

from casekit.asking.plain.phrases import Noun
from casekit.games.midnight.asking.case_words import CaseWords, Voice
from casekit.language.sentences import Sentences


class FrenchCaseWords(CaseWords):
    """The words of French."""

    nouns = {
        "suspect": Noun("suspect", "suspects"),
        "person": Noun("personne", "personnes", feminine=True),
        "culprit": Noun("personne", "personnes", feminine=True),
        "location": Noun("lieu", "lieux"),
        "zone": Noun("zone", "zones", feminine=True),
        "motive": Noun("mobile", "mobiles"),
        "method": Noun("mode opératoire", "modes opératoires"),
    }
    values = {"victim": "la victime", "nobody": "personne"}
    sentences = {
        "culprit": Sentences("(value) a fait le coup", "(value) n'a pas fait le coup"),
        "motive": Sentences("le mobile est (value)", "le mobile n'est pas (value)"),
        "method": Sentences("le mode opératoire est (value)", "le mode opératoire n'est pas (value)"),
        "zone": Sentences("(1) est dans la zone (value)", "(1) n'est pas dans la zone (value)"),
    }
    exceptions = {
        ("culprit", "nobody"): Sentences("c'était un accident", "ce n'était pas un accident"),
        ("culprit", "victim"): Sentences("c'était un suicide", "ce n'était pas un suicide"),
        ("motive", "none"): Sentences("personne n'avait de mobile", "quelqu'un avait un mobile"),
    }
    measures = {"steps": "le nombre de déplacements de (1) à (2) est (value)"}
    terms = {"culprit": "le coupable", "motive": "le mobile", "method": "le mode opératoire"}

    def says(self, voices: Sequence[Voice], mode: str, liar: str) -> str:
        first, *others = voices
        speech = f"{first.name} dit" + "".join(f" {_que(voice.name)} dit" for voice in others)
        if mode == "hint":
            return f"ce que {speech} le suggère sans rien prouver"
        if mode == "lie":
            return f"{speech}, et c'est un mensonge"
        return f"{speech}{_doubt(voices, liar)}"

    def hinted(self) -> str:
        return "simple indice"

    def lied(self) -> str:
        return "marqué comme mensonge"

    def shown(self, paths: Sequence[str]) -> str:
        if not paths:
            return "qui a tout lu peut savoir"
        *first, last = paths
        return (
            f"qui a lu {', '.join(first)} et {last} peut savoir" if first else f"qui a lu {last} peut savoir"
        )

    def common(self) -> str:
        return "chaque lecteur tient pour acquis"

    def told(self) -> str:
        return "chaque lecteur apprend"

    def headed(self, head: str, clause: str) -> str:
        return f"{head}\N{NO-BREAK SPACE}: {clause}"


def _doubt(voices: Sequence[Voice], liar: str) -> str:
    if liar == "never":
        return ""
    guilty = list(dict.fromkeys(voice.guilty for voice in voices))
    if liar == "must":
        *earlier, last = (voice.guilty for voice in voices)
        open_ = f"\N{NO-BREAK SPACE}; incertain si {' ou '.join(earlier)}" if earlier else ""
        return f" (faux si {last}{open_}\N{NO-BREAK SPACE}; vrai sinon)"
    return f" (vrai sauf si {' ou '.join(guilty)})"


def _que(name: str) -> str:
    return f"qu'{name}" if name[:1].casefold() in "aeiouyéèê" else f"que {name}"
