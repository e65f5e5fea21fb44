"""The verdict on a case as a machine reads it (``deduction.md``, "Machine-readable answers")."""

from typing import Any

from casekit.games.midnight.inquiry import Inquiry


def verdict_as_json(inquiry: Inquiry) -> dict[str, Any]:
    """The ``verdict`` object of ``schemas/diagnostics.schema.json``.

    ``lies`` holds the culprit's statements but those that are true and not marked, which nobody would call lies.
    """
    verdict = inquiry.verdict
    return {
        "consistent": verdict.consistent,
        "truth_possible": verdict.truth_possible,
        "elements": {
            element.name: {"value": element.value, "status": element.status, "rivals": list(element.rivals)}
            for element in verdict.elements
        },
        "lies": [
            {
                "path": line.origin.path,
                "line": inquiry.place(line.origin).line,
                "marked": line.origin.mode == "lie",
                "status": line.status,
            }
            for line in inquiry.told
            if line.by_culprit and (line.origin.mode == "lie" or line.status != "true")
        ],
    }
