"""The order of the stages.

Nothing else in casekit knows it, but for what a build makes of them (``casekit.building``).

| module | from | to | |---|---|---| | `given_documents` | a case's file or bytes | its syntax tree, its typed
document, a case that can be asked questions | | `checking` | a case's bytes | its verdict | |
`printed_letters` | a case's syntax tree | the letters in it that cannot be printed | | `many_checks` | many
cases | those that a change concerns; their verdicts, where possible those of the last time | |
`played_documents` | a case's bytes | a page for testers, a table; and back from their logs | |
`text_and_json` | a case's bytes | its canonical text, JSON; and back | | `for_writers` | a case | its review,
its words, a whole case, an upgraded one; figures held to others | | `case_manuscripts` | a case | its
manuscript; and back | | `translation_work` | an edition | the work of translating it | | `versions` | two
versions of cases | what differs |
"""
