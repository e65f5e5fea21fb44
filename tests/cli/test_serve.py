"""``casekit serve`` before it serves anybody; ``tests/web`` has the rest."""

import importlib.util


def test_without_its_libraries_it_says_how_to_install_them(run, monkeypatch):
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "sse_starlette" else real(name)
    )
    status, out, err = run("serve")
    assert (2, "") == (status, out)
    assert "CK925" in err
    assert "sse-starlette" in err
    assert 'pip install "casekit[serve]"' in err
