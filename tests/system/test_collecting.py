import gc

import pytest

from casekit.system.collecting import no_collections


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
