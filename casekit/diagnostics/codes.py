"""The table of the codes that all games share. Codes are permanent; a retired one remains as an alias.

Codes that one game alone raises are in a table like this one in its folder (``casekit.kit.code_registry``
joins them). Each code has an entry of the same name in the folder ``catalogue/`` beside its table: why it
matters, a wrong and a right example.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import field
from types import ModuleType
from typing import Any, Literal

from casekit.values import frozen


@frozen(slots=True, order=True)
class Code:
    """A kind of finding: its permanent identifier, its kebab-case name and its weight.

    The identifier is ``CK`` and three digits, or ``NAME-`` and three digits where a game from another package
    raises it, NAME being its name in capitals. ``home`` is the package that its table and its entry in the
    catalogue are in.
    """

    id: str
    name: str
    severity: Literal["error", "warning", "note"]
    home: str = field(default=__package__, compare=False, repr=False)

    @property
    def family(self) -> str:
        """The digit of its family, a stage: ``"4"`` of ``CK401``; ``"0"`` (any) of ``NAME-001``."""
        return self.id[-3]

    def __str__(self) -> str:
        return f"{self.id} {self.name}"


def declared(home: str, table: str) -> dict[str, Code]:
    """The codes of a package, under their names in capitals; rows have identifier, name and weight."""
    rows: list[Any] = [row.split() for row in table.splitlines() if row and not row.startswith("#")]
    return {name.upper().replace("-", "_"): Code(number, name, weight, home) for number, name, weight in rows}


_TABLE = """
# Text and syntax.
CK101 syntax-error error
CK102 heading-without-space error
CK103 equals-for-implies error
CK105 foreign-operator error
CK106 misplaced-logic error
CK107 empty-case error
CK110 unknown-field error
CK111 duplicate-field error
CK112 missing-field error
CK113 bad-field-value error
CK114 idle-character warning
CK115 replaced-character warning
CK116 look-alike-mark error
CK117 loose-mark warning
CK120 todo warning
CK123 spoiling-paragraph error
CK124 repeated-text warning
CK126 quotation-not-in-prose error
CK128 stray-emphasis warning
CK129 unused-silence warning
CK130 curly-quotation error
CK131 clock-time error
CK137 missing-quotation error
CK132 name-with-digit-first error
CK135 hidden-character error
CK136 prose-like-logic error
CK140 other-time warning
CK141 other-number warning
CK144 repeated-line warning
CK146 other-name warning
CK147 contrary-sentence warning
CK148 denied-quotation warning
CK149 misplaced-paragraph warning
CK157 disguised-name warning
CK134 unstated-sentence note
CK133 unread-fact note
# Names and types.
CK201 unknown-name error
CK202 wrong-arity error
CK203 wrong-type error
CK204 not-a-formula error
CK205 unordered-comparison error
CK206 never-a-value error
CK207 duplicate-name error
CK208 hidden-name error
CK209 unknown-type error
CK211 off-the-clock error
CK212 stray-number error
CK213 backward-range error
CK218 look-alike-names warning
# Paths and completeness.
CK301 missing-path error
CK306 unknown-heading error
CK309 missing-block error
CK310 duplicate-block error
# Truth and lies.
CK406 incomplete-truth error
# Deduction.
CK502 open-element error
CK503 supported-element error
CK505 idle-statement warning
CK506 unusable-statement warning
CK507 contrary-element error
CK512 void-line note
# Balance and style.
CK601 level-not-met warning
# At the table.
CK620 shortcut note
CK621 idle-path note
CK622 stuck-without note
CK623 unskilled-case note
CK624 decides-alone note
CK625 shared-turn note
CK626 missed-threshold error
CK629 open-at-the-table warning
CK630 unreadable-log warning
CK631 tampered-log warning
CK632 foreign-log warning
CK633 other-version-log note
CK634 repeated-log warning
CK635 no-logs error
CK922 not-at-a-table error
# Print.
CK701 missing-glyph error
CK702 long-presentation error
CK703 misprinted-number error
CK704 misleading-table error
CK705 misplaced-page error
CK706 font-not-embedded error
CK707 long-solution error
CK708 missing-typesetter error
CK709 long-title error
CK710 invalid-lock error
CK711 newer-lock error
CK712 inconsistent-lock error
CK713 mismatched-lock error
CK716 not-in-lock error
CK717 already-in-lock error
CK728 still-in-booklet error
CK714 crowded-spread warning
CK715 close-numbers warning
CK719 added-case warning
CK722 unreadable-illustration error
CK723 unsafe-illustration error
CK718 unprintable-drawing error
CK724 overfull-card error
CK725 crowded-plan error
CK726 narrow-spine error
CK727 long-back error
CK730 wrong-box error
CK731 wrong-page-count error
CK732 wrong-ink error
CK733 missing-output-intent error
CK734 missing-tags error
CK735 text-outside-page error
CK736 unreadable-pdf error
CK737 small-sheet error
CK738 misplaced-on-sheet error
CK739 missing-text error
CK740 lost-process error
CK742 heavy-illustration error
CK748 altered-place error
CK749 altered-pages error
CK750 unlike-text error
CK751 uncounted-ink warning
CK752 other-layout note
CK753 moved-paragraphs note
CK741 overlapping-text error
CK743 hidden-text error
CK744 added-object error
CK745 coarse-picture warning
CK746 fine-line error
CK747 wrong-language error
CK760 repeated-title warning
# Edition.
CK801 invalid-edition error
CK802 inconsistent-edition error
CK803 missing-case error
CK805 newer-format error
CK806 unstated-format note
CK816 unportable-name error
CK817 wrong-bar-code error
CK830 unknown-language error
CK831 no-translation error
CK832 missing-catalogue warning
CK833 invalid-catalogue error
CK834 foreign-catalogue error
CK835 untranslated-text warning
CK836 drifted-translation warning
CK837 lost-quotation error
CK838 other-names warning
CK839 unspoken-language warning
CK840 other-numbers warning
CK841 lost-placeholder error
# Files and limits.
CK901 no-such-file error
CK902 not-utf-8 error
CK903 file-too-large error
CK904 too-much-to-ground error
CK905 cannot-write error
CK906 invalid-json error
CK907 no-cases error
CK908 interrupted error
CK909 unfinished-work error
CK910 own-fault error
CK911 output-over-source error
CK912 too-much-to-read error
CK913 more-findings note
CK914 costly-line note
CK917 foreign-file error
CK918 special-file error
CK919 conflict-marker error
CK920 foreign-product error
CK921 linked-folder error
CK923 no-cluster error
CK924 unfit-cluster error
CK925 missing-extra error
CK926 lost-worker error
CK927 no-repository error
CK928 unknown-revision error
CK929 unfetched-file error
CK930 nothing-to-review error
CK931 nothing-to-proofread error
CK932 unknown-markup error
CK933 unreadable-manuscript error
CK934 tracked-changes error
CK935 damaged-marks error
CK936 other-manuscript error
CK937 manuscript-conflict error
# One version of a document beside another.
CK940 lost-figure error
CK941 not-measured-now error
CK942 case-gone warning
CK943 not-in-revision error
# Pages in a browser.
CK950 port-in-use error
# Games of people that are gone on with.
CK960 unreadable-game error
CK961 tampered-game error
CK962 foreign-game error
"""
# Each of them is called by its name in capitals.
__getattr__: Callable[[str], Code]
globals().update(declared(__package__, _TABLE))


def codes_in(table: ModuleType) -> tuple[Code, ...]:
    """The codes of a table such as this module, in order."""
    return tuple(sorted(value for value in vars(table).values() if isinstance(value, Code)))


def code_called(identifier: str) -> Code:
    """The code of this table that has an identifier."""
    return next(code for code in codes_in(sys.modules[__name__]) if code.id == identifier)


def nearest_codes(text: str, known: Mapping[str, Code]) -> tuple[Code, ...]:
    """The codes, at most three, that an unknown text may have meant, likeliest first."""
    from difflib import get_close_matches  # noqa: PLC0415 - loaded when a code is misspelt

    return tuple(dict.fromkeys(known[near] for near in get_close_matches(text.strip().lower(), known, n=3)))
