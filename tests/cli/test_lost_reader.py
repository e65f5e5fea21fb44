"""A process that is lost while it reads a stranger's file is a finding with what to do, whatever it was lost by."""

import pytest

from casekit.kit.code_registry import base_of
from casekit.system import sandbox

READING = {
    "CK933": ("proofread", "in", "base.case", "base.odt"),
    "CK742": ("check", "pictured.case"),
    "CK736": ("preflight", "base.pdf", "base.case"),
}
LOST = {
    "it breaks": "import os; os.abort()",
    "it ends": "pass",
    "it answers nothing that is an answer": "import os; os.write(1, b'\\0\\0\\0\\0\\0\\0\\0\\2hi')",
    "it does nothing": "import time; time.sleep(3600)",
}


@pytest.fixture
def files(boat, put, request):
    put("pictured.case", f"illustration: picture\n{base_of()}")
    put("picture", b"\x89PNG\r\n\x1a\n" + request.node.name.encode())  # one that nobody has read yet
    put("base.odt", b"PK")
    put("base.pdf", b"%PDF-1.7")
    sandbox.end_readers()
    yield boat
    sandbox.end_readers()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("code", READING)
@pytest.mark.parametrize("how", LOST)
def test_it_is_a_finding(how, code, run, monkeypatch):
    monkeypatch.setattr(sandbox, "_BEGIN", LOST[how])
    monkeypatch.setattr(sandbox, "PATIENCE", 0.5 if how == "it does nothing" else 600)
    status, out, err = run(*READING[code])
    why = "takes more than 0.5 seconds" if how == "it does nothing" else "breaks the program that reads it"
    assert (1, True, True) == (status, f"error[{code} " in out + err, why in out + err), out + err
