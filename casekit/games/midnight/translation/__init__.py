"""Which texts of an edition and its cases are translated: ``case_texts`` walks through cases, ``edition_texts`` through editions."""
