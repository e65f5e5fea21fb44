"""``casekit lsp`` before it serves anybody; ``tests/editor`` has the rest."""

import importlib.util


def test_its_help_has_an_example(run):
    status, out, _ = run("lsp", "--help")
    assert 0 == status
    assert 'pip install "casekit[write]"' in out
    # not bare "casekit lsp": who copies the example would wait for an editor that never speaks
    assert "    casekit lsp --help\n" in out


def test_without_its_libraries_it_says_how_to_install_them(run, monkeypatch):
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pygls" else real(name))
    status, out, err = run("lsp")
    assert (2, "") == (status, out)
    assert "CK925" in err
    assert 'pip install "casekit[write]"' in err
