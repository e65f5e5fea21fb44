"""The codes that only Midnight raises, each with an entry of the same name under ``catalogue/``.

Their numbers are of the families of ``casekit.diagnostics.codes``: a number taken there is taken here.
"""

from collections.abc import Callable

from casekit.diagnostics.codes import Code, declared

_TABLE = """
# Text and syntax.
CK104 unclosed-quotation error
CK121 unknown-name-in-prose error
CK122 lower-case-name warning
CK125 long-paragraph warning
CK127 unmentioned-suspect warning
CK138 unnamed-culprit error
CK139 bare-solution warning
CK142 bare-accusation warning
CK143 unstated-paragraph warning
CK159 sent-to-a-number warning
# Names and types.
CK210 not-a-speaker error
CK214 impossible-clock error
CK215 unknown-placeholder error
CK216 missing-placeholder error
CK217 same-sentence error
# Paths and completeness.
CK302 duplicate-path error
CK303 unknown-suspect error
CK304 unknown-topic error
CK305 unknown-location error
CK307 empty-paragraph error
CK308 shared-paragraph note
CK311 no-answers error
# Truth and lies.
CK401 innocent-liar error
CK402 false-location error
CK403 true-lie error
CK404 unmarked-lie warning
CK405 misplaced-lie error
CK407 contradictory-truth error
CK408 open-fact warning
CK409 false-given error
CK410 honest-culprit error
CK411 false-claim error
CK412 says-nothing warning
# Deduction.
CK501 contradictory-case error
CK504 given-solution error
CK508 untold-rule error
CK509 answering-rule error
CK510 unshown-claim error
CK511 claim-by-culprit warning
# Balance and style.
CK602 few-ways note
CK603 lone-accuser warning
CK604 essential-path note
CK605 unaccused-culprit warning
CK606 unaccused-innocent note
CK607 unheard-suspect warning
# At the table.
CK627 unplayable-edition error
CK628 plain-sea note
CK650 invalid-situation error
CK651 no-skeleton error
CK652 small-for-skeleton error
CK653 cannot-complete error
# Print.
CK720 missing-illustration error
CK721 foreign-illustration error
# Edition.
CK804 rule-without-sentence warning
CK810 invalid-deck error
CK811 missing-deck error
CK812 inconsistent-deck error
CK813 card-without-rules warning
CK814 unknown-card-rule error
"""
# Each of them is called by its name in capitals.
__getattr__: Callable[[str], Code]
globals().update(declared(__package__, _TABLE))
