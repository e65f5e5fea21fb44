"""Everything that ``casekit new`` starts: its questions at a terminal, names, projects, documents made whole."""
