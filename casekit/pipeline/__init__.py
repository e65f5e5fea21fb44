"""The order of the stages. Nothing else in casekit knows it, but for what a build makes of them (``casekit.building``).

| module | from | to |
|---|---|---|
| `checking` | a case's bytes | its verdict, or a case that can be asked questions |
| `converting` | a case's bytes | its canonical text, JSON; and back |
| `translating` | an edition | its texts in another language |
"""
