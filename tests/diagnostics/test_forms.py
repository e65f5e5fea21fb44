import pytest

from casekit.diagnostics import FORMS, render


def test_the_forms_are_listed():
    assert ["text", "json", "sarif", "junit", "github", "gitlab", "markdown"] == list(FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_ends_its_last_line(report, liar, form):
    text = render(form, report(liar))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
