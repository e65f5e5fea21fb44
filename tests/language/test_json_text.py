import json

from hypothesis import given, strategies as st

from casekit.language.data.schema import members

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


def paths(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key), inner
            yield from paths(inner, (*path, key))


@given(VALUES, st.sampled_from([None, 2]))
def test_every_member_is_found_where_it_stands(value, indent):
    text = json.dumps(value, indent=indent)
    places, repeated = members(text)
    assert dict(paths(value)).keys() == places.keys()
    assert () == repeated
    for path, inner in paths(value):
        start, end = places[path]
        assert {path[-1]: inner} == json.loads("{" + text[start:end] + "}")


def test_a_key_that_stands_twice_is_told_with_its_second_place():
    text = '{"a": {"b": 1, "c": [{"b": 2}], "b" : 3}, "d": 4}'
    places, repeated = members(text)
    assert [("a",), ("a", "b"), ("a", "c"), ("d",)] == sorted(places)
    ((path, (start, end)),) = repeated
    assert (("a", "b"), '"b" : 3') == (path, text[start:end])
    assert '"b": 1' == text[slice(*places["a", "b"])]
