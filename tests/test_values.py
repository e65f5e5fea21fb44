"""That a frozen class of ours does what the standard library's does, and writes no method that nobody calls."""

import copy
import operator
import pickle
from dataclasses import FrozenInstanceError, dataclass
from functools import partial

import pytest

from casekit.values import accessors, asdict, field, field_values, fields, frozen, replace
from casekit.values.plurals import counted

STANDARD = partial(dataclass, frozen=True)


def made(decorate):
    """A plain class, one that inherits from it, one with slots and an order, one with a hash of its own."""

    @decorate
    class Plain:
        """Two fields."""

        name: str
        seen: list[int] = field(default_factory=list, hash=False)
        place: int = field(default=0, compare=False, repr=False)

        def __post_init__(self):
            assert self.name

    @decorate(kw_only=True)
    class Heir(Plain):
        """One more field."""

        age: int
        note: str = "none"

    @decorate(slots=True, order=True)
    class Ranked:
        """A rank."""

        rank: int
        title: str = ""

    @decorate(slots=True)
    class Alone:
        """Equal to nothing but itself."""

        name: str = "alone"

        def __eq__(self, other):
            return self is other

        def __hash__(self):
            return 7

        def __repr__(self):
            return "alone"

    return Plain, Heir, Ranked, Alone


@pytest.fixture(params=[STANDARD, frozen])
def kinds(request):
    return made(request.param)


def test_values_are_made_shown_compared_and_hashed_alike():
    def tried(plain, heir, ranked, alone):
        values = [
            plain("a"),
            plain("a", [1]),
            plain("a", place=3),
            heir("a", age=4),
            heir("a", [2], 9, age=4, note="x"),
        ]
        values += [ranked(1), ranked(1, "b"), ranked(rank=2), alone(), alone("b")]
        shown = [repr(each).replace(__name__, "") for each in values]
        equal = [(left == right, left != right) for left in values for right in values]
        ordered = [
            compare(left, right)
            for compare in (operator.lt, operator.le, operator.gt, operator.ge)
            for left in values[5:8]
            for right in values[5:8]
        ]
        hashed = [hash(left) == hash(right) for left in values for right in values]
        return (
            shown,
            equal,
            ordered,
            hashed,
            [each.__match_args__ for each in values],
            [asdict(each) for each in values],
        )

    assert tried(*made(STANDARD)) == tried(*made(frozen))


@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), (("a", [], 0, 1), {}), (("a",), {"unknown": 1}), (("",), {}), (("a",), {"name": "b"})],
)
def test_wrong_arguments_are_refused(kinds, given, named):
    with pytest.raises((TypeError, AssertionError)):
        kinds[0](*given, **named)


def test_nothing_can_be_changed_and_each_copy_has_its_own_lists(kinds):
    plain, heir, ranked, _ = kinds
    for value in (plain("a"), heir("a", age=1), ranked(1)):
        with pytest.raises(FrozenInstanceError):
            setattr(value, fields(value)[0].name, "b")
        with pytest.raises(FrozenInstanceError):
            delattr(value, fields(value)[0].name)
        with pytest.raises((FrozenInstanceError, TypeError)):
            value.unknown = 1
    assert plain("a").seen is not plain("a").seen
    assert (plain("b"), heir("a", age=2)) == (replace(plain("a"), name="b"), replace(heir("a", age=1), age=2))


def test_values_of_another_kind_are_not_in_order(kinds):
    _, _, ranked, alone = kinds
    with pytest.raises(TypeError):
        ranked(1) < alone()  # noqa: B015 - the comparison is what fails


@frozen(slots=True)
class Sent:
    """A value that travels to another process."""

    name: str
    number: int = 0


def test_values_are_copied():
    value = Sent("a", 2)
    sent = pickle.loads(pickle.dumps(value))  # noqa: S301 - from this test
    assert [value] * 3 == [sent, copy.copy(value), copy.deepcopy(value)]


class Keeping:
    """What has a slot for its hash."""

    __slots__ = ("kept_hash",)


@frozen(slots=True)
class Kept(Keeping):
    """A value that keeps its hash."""

    inside: object


def test_a_hash_that_is_kept_is_made_once_in_each_process():
    class Inside:
        asked = 0

        def __hash__(self):
            Inside.asked += 1
            return 7

    inside = Inside()
    value = Kept(inside)
    assert [hash(Kept(inside))] * 2 == [hash(value), hash(value)]
    assert 2 == Inside.asked
    assert not hasattr(copy.copy(value), "kept_hash")


def test_methods_are_written_when_they_are_called_and_for_their_own_class_alone():
    plain, heir, *_ = made(frozen)
    unwritten = plain.__init__
    heir("a", age=1)
    assert unwritten is plain.__init__
    plain("a")
    written = plain.__init__
    assert unwritten is not written
    plain("b")
    assert written is plain.__init__


def test_values_of_fields_stay_as_they_are_and_dictionaries_go_all_the_way_down(kinds):
    plain, heir, _, _ = kinds
    inside = plain("a")
    value = heir(inside, age=1)
    assert ["name", "seen", "place", "age", "note"] == [*field_values(value)]
    assert inside is field_values(value)["name"]
    assert {"name": "a", "seen": [], "place": 0} == asdict(value)["name"]


def test_accessors_read_and_write_what_cannot_be_changed_otherwise():
    value, copied = Sent("a", 2), object.__new__(Sent)
    for read, write in accessors(Sent).values():
        write(copied, read(value))
    assert value == copied


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 pages"), (1, "1 page"), (2, "2 pages"), (21, "21 pages")]
)
def test_one_thing_alone_is_singular(count, words):
    assert words == counted(count, "page")
