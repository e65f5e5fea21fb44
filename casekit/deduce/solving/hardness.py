"""Where a theory becomes too hard to decide."""

from casekit.deduce.solving.knowledge import Knowledge


def hardest_line(knowledge: Knowledge) -> str | None:
    """The first line about which the solver gives up when the lines are put together one after the other.

    First what everybody knows, then the claims, then the truth; a line that contradicts those before it is
    skipped. ``None`` if each can be decided upon, so that it is another question that was too hard.
    """
    # A solver that has answered nothing else: the same theory gives the same line.
    fresh = knowledge.fresh()
    kept: list[str] = []
    for line in (*fresh.everything, *fresh.truth_alone):
        if line in fresh.selectors:
            answer = fresh.solve_within(fresh.assume([*kept, line]))
            if answer is None:
                return line
            if answer:
                kept.append(line)
    return None
