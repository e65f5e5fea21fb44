"""A case that was played."""

import pytest

from casekit.kit.registry import game_called
from casekit.pipeline import loading as given_documents


@pytest.fixture(scope="session")
def book_of(shelf):
    """What people need to play a case."""

    def make(text):
        parsed = given_documents.parse_bytes(text.encode(), "base.case")
        return game_called("midnight").table.playbook(given_documents.typed(parsed, shelf).reading.document)

    return make
