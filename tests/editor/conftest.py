"""Small documents in an editor, with their editions."""

import pytest

from casekit.editor.session import Session
from casekit.kit.code_registry import base_of


@pytest.fixture
def desk(tmp_path):
    """Opens texts in a folder with the edition of the base case; ``^`` is where they are asked about."""
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    session = Session()

    def put(text, name="soup.case"):
        at = text.find("^")
        document = session.begin((tmp_path / name).as_uri(), tmp_path / name, 1, text.replace("^", "", 1))
        return document, at

    put.session = session
    put.folder = tmp_path
    return put
