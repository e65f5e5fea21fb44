"""Editions in other languages: their texts as catalogues (PO), and catalogues put back as an edition.

``originals`` finds every text of a case or an edition, ``catalogue`` reads and writes PO files, ``matching`` finds the
translation of each text, ``extract`` brings a catalogue up to date, ``merge`` builds the edition in the other language.
"""
