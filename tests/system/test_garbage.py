import gc

import pytest

from casekit.system.process_limits import collect_when_told, no_collections


def test_garbage_is_left_alone_meanwhile_and_looked_for_afterwards():
    assert gc.isenabled()
    with no_collections():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_garbage_is_looked_for_again_after_a_failure():
    with pytest.raises(ValueError, match="ours"), no_collections():
        raise ValueError("ours")
    assert gc.isenabled()


def test_who_does_not_want_it_at_all_is_heeded():
    gc.disable()
    try:
        with no_collections():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_was_made_meanwhile_does_not_set_off_a_look_at_all_of_it():
    with no_collections():
        made = [[] for _ in range(10_000)]
    young = {id(each) for each in gc.get_objects(generation=0)}
    assert young.isdisjoint(map(id, made))
    assert 0 == gc.get_freeze_count()


@pytest.fixture
def looks():
    """The generations that Python looked for garbage in, once somebody is to tell it when; what was before is put back."""
    before, seen = gc.get_threshold(), []

    def note(phase, info):
        if phase == "start":
            seen.append(info["generation"])

    collect_when_told()
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)
    gc.set_threshold(*before)
    gc.unfreeze()


def test_it_is_looked_for_when_somebody_has_time(looks):
    made = [[] for _ in range(10_000)]
    assert [] == looks
    gc.collect(0)
    assert [0] == looks
    gc.collect()
    assert [0, 2] == looks
    assert 10_000 == len(made)


def test_it_is_looked_for_if_nobody_ever_has_time(looks):
    made = [[] for _ in range(200_000)]
    assert looks
    assert 200_000 == len(made)


@pytest.mark.usefixtures("looks")
def test_what_was_there_before_is_not_looked_through():
    assert gc.get_freeze_count() > len(gc.get_objects())
