"""Cases as objects for other programs: what ``casekit`` itself offers is made here (``docs/library.md``).

| module | holds |
|---|---|
| `case_file` | cases and editions as they were read, and what they can be asked |
| `results` | what they answer, and the exception for what they do not |
"""
