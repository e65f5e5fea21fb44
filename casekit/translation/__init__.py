"""Editions in other languages: their texts as catalogues (PO), and catalogues put back as an edition.

A game says which texts there are (``originals.Translatable``, ``texts.Text``). ``message_catalogue`` and ``po`` write and
read PO files, ``matching`` finds the translation of each text, ``extract`` brings a catalogue up to date. ``work`` holds it
all together, and ``assemble`` makes the edition in the other language.
"""
