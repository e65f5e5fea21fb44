"""The verdict by going through all worlds of small random cases, which know what their own text means."""

from hypothesis import given, settings, strategies as st

TARGETS = ("culprit", "motive", "method")


def by_all_worlds(draft, truth_of):
    """The verdict on a draft, in the form of the fixture of this name; lies told at the start are left out."""
    free = draft.worlds()
    allowed = [world for world in free if draft.allows(world)]
    claims = [told for told in draft.told if told.mode != "hint" and told.path != "presentation"]
    everything = [world for world in allowed if all(told.holds(world, draft.liar) for told in claims)]
    true = [world for world in allowed if draft.is_truth(world)]
    both = [world for world in everything if draft.is_truth(world)]
    alone = [world for world in free if draft.is_truth(world)]
    elements = {}
    for target in TARGETS:
        value = only(true, target) or only(alone, target)
        elements[target] = element(draft, target, value, everything)
    return {
        "consistent": bool(everything),
        "truth_possible": bool(both),
        "elements": elements,
        "lies": sorted(lies(draft, elements["culprit"]["value"], both, truth_of)),
    }


def only(worlds, target):
    values = {world[target,] for world in worlds}
    return values.pop() if len(values) == 1 else None


def element(draft, target, value, worlds):
    hints = [told for told in draft.told if told.mode == "hint"]
    broken = {}
    for world in worlds:
        failed = sum(not hint.holds(world, draft.liar) for hint in hints)
        broken[world[target,]] = min(failed, broken.get(world[target,], failed))
    proved = next(iter(broken)) if len(broken) == 1 else None
    rivals = sorted(broken.keys() - {value, proved})
    status = "open"
    if proved is not None:
        status = "decided" if value is None else "certain" if value == proved else "contrary"
    elif value in broken and all(broken[value] < broken[rival] for rival in rivals):
        status = "supported"
    return {"value": value, "proved": proved, "status": status, "rivals": rivals}


def lies(draft, culprit, worlds, truth_of):
    for told in draft.told:
        if culprit not in told.speakers or told.mode == "hint":
            continue
        said = {truth_of(told.formula, world) for world in worlds}
        status = {True: "true", False: "false"}.get(said.pop(), "open") if len(said) == 1 else "open"
        if told.mode == "lie" or status != "true":
            yield told.path, told.line, told.mode == "lie", status


@settings(max_examples=300)
@given(data=st.data())
def test_random_cases(data, drafts, truth_of, small_edition, investigate, verdict):
    draft = data.draw(drafts)
    assert by_all_worlds(draft, truth_of) == verdict(investigate(draft.text, small_edition))
