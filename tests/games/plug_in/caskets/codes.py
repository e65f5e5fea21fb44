"""The codes that Caskets alone raises."""

from casekit.diagnostics.codes import Code

CONTRADICTORY_INSCRIPTIONS = Code("CASKETS-001", "contradictory-inscriptions", "error", __package__)
