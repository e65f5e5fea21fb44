"""The forms findings are shown in. Each is a pure function from a report to a text that ends its last line."""

from importlib import import_module

from casekit.diagnostics.forms.report import DEFAULTS, Options, Report

FORMS: dict[str, str] = {
    "text": "casekit.diagnostics.forms.text",
    "json": "casekit.diagnostics.forms.json_",
    "sarif": "casekit.diagnostics.forms.sarif",
    "junit": "casekit.diagnostics.forms.junit",
    "github": "casekit.diagnostics.forms.github",
    "gitlab": "casekit.diagnostics.forms.gitlab",
    "markdown": "casekit.diagnostics.forms.markdown",
}
"""The module of each form; its ``render`` makes the text. Loaded when used: XML and URIs are slow to import."""


def render(form: str, report: Report, options: Options = DEFAULTS) -> str:
    """A report in one of ``FORMS``."""
    text: str = import_module(FORMS[form]).render(report, options)
    return text


__all__ = ["FORMS", "Options", "Report", "render"]
