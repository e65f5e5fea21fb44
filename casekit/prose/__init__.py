"""Prose: words in sentences that casekit writes."""
