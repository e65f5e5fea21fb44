"""The language server: what an editor learns about documents while they are written.

``features/`` answers from a text that was checked, and knows no protocol. ``language_server.py`` and
``lsp/`` alone speak it.
"""
