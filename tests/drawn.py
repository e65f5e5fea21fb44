"""What random texts of games have in common, with every liberty a writer has: space, comments, blocks of lines, a header.

And what data become when somebody changes them.
"""

from copy import deepcopy

from hypothesis import strategies as st

comments = st.builds(
    "{}{}".format,
    st.sampled_from(["//", "// "]),
    st.sampled_from(["", "why", "a // b", '"x', "== h", "~ a", "A 6"]),
)


@st.composite
def line_of(draw, parts):
    """Parts with free space, perhaps over several lines and with comments between; no part is first but the first."""
    out = parts[0]
    for part in parts[1:]:
        out += draw(st.sampled_from([" ", "  ", "\t", "\n   ", "\r\n\t  ", " // over\n    "])) + part
    return out + draw(st.sampled_from(["", " ", "  // behind"]))


@st.composite
def _block(draw, headings, items):
    lines = []
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.integers(0, 3)) == 0:
            lines.append(draw(comments))
        if draw(st.integers(0, 3)) == 0:
            lines.append(draw(st.sampled_from(["", "  ", "\t"])))
        lines.append(draw(items))
    heading = draw(st.sampled_from(headings)) + draw(st.sampled_from(["", "  // aside"]))
    lead = [draw(comments)] if draw(st.integers(0, 3)) == 0 else []
    return "\n".join([*lead, heading, *lines])


@st.composite
def texts(draw, keys, values, kinds, first=()):
    """Whole texts: header lines, after those that come ``first``, and blocks of kinds, each its headings and its lines."""
    spaced = st.sampled_from(["", " ", "\t  "])
    fields = st.builds("{}:{}{}".format, st.sampled_from(keys), spaced, st.sampled_from(["", *values]))
    header = draw(st.lists(st.one_of(fields, comments, st.just("")), max_size=4, unique_by=_key))
    blocks = [
        draw(st.sampled_from(kinds).flatmap(lambda kind: _block(*kind)))
        for _ in range(draw(st.integers(0, 4)))
    ]
    gap = draw(st.sampled_from(["\n", "\n\n", "\n  \n\n"]))
    between = draw(st.sampled_from(["\n", gap]))
    return gap.join([between.join([*first, *header]), *blocks]) + draw(st.sampled_from(["", "\n", "\n\n"]))


def _key(line):
    return line.split(":")[0] if ":" in line and not line.startswith("//") else object()


def changed(data, values):
    """A strategy: data in which something is removed, added or replaced by one of some values."""
    kinds = st.sampled_from(["remove", "add", "replace"])
    return st.builds(_changed, st.just(data), st.sampled_from(list(_places(data))), values, kinds)


def _places(data, path=()):
    """The path of everything inside a value."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*path, key)
        yield from _places(data[key], (*path, key))


def _changed(data, path, value, kind):
    made = holder = deepcopy(data)
    for step in path[:-1]:
        holder = holder[step]
    if kind == "remove":
        del holder[path[-1]]
    elif kind == "add" and isinstance(holder, dict):
        holder["extra"] = value
    else:
        holder[path[-1]] = value
    return made
