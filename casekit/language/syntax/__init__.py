"""Texts of documents and their syntax trees, as far as no game has a say in it; a dialect says the rest."""
