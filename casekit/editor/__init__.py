"""The language server: what an editor learns about documents while they are written.

``answering/`` answers from a text that was looked over, and knows no protocol. ``language_server.py`` and
``protocol/`` alone speak it.
"""
