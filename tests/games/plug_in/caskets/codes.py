"""The codes that Caskets alone raises."""

from functools import partial

from casekit.diagnostics.codes import Code

_code = partial(Code, home=__package__)

CONTRADICTORY_INSCRIPTIONS = _code("CASKETS-001", "contradictory-inscriptions", "error")
