"""Editions in other languages: their texts as catalogues (PO), and catalogues put back as an edition.

A game says which texts there are (``texts.Translatable``). ``po`` reads and writes catalogues, ``matching``
finds the translation of each text and brings a catalogue up to date. ``work`` holds it all together and says
what is missing, and ``merging`` makes the edition in the other language.
"""
