"""A case that was played."""

import pytest

from casekit.kit.registry import game_called
from casekit.pipeline import loading


@pytest.fixture(scope="session")
def book_of(loaded_edition):
    """What people need to play a case."""

    def make(text):
        parsed = loading.parse_bytes(text.encode(), "base.case")
        return game_called("midnight").table.playbook(
            loading.resolve_document(parsed, loaded_edition).resolved.document
        )

    return make
