"""What a change of the text must not change in the verdict: on every case of the repository and on random ones."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from casekit.games.midnight.language.line_forms import CASE, StatementNode
from casekit.language.syntax.parser import parse

ROOT = Path(__file__).resolve().parent.parent.parent
CASES = sorted(
    file
    for folder in ("examples", "docs", "tests")
    for file in (ROOT / folder).rglob("*.case")
    if not {"abbey", "clue", "deception", "nightfall"} & {*file.parts}
    and (file.parent / "edition.toml").is_file()
)
on_cases = pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
on_random_cases = settings(max_examples=150)


@pytest.fixture
def text(file):
    return file.read_text(encoding="utf-8")


@pytest.fixture
def edition(file):
    return (file.parent / "edition.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def answer(investigate, verdict):
    """From text and edition to the verdict."""
    return lambda text, edition: verdict(investigate(text, edition))


def paragraph_blocks(text):
    """The text cut into what stands before the paragraphs, the paragraphs, and the rest."""
    before, *blocks = re.split(r"(?m)^(?=== )", text)
    own = [block for block in blocks if re.match(r"== (?:[A-Z]{3,} |\d)", block)]
    rest = [block for block in blocks if block not in own]
    return before, own, rest


def statements(text, kinds=frozenset(("answer", "places"))):
    from casekit.diagnostics import Source

    document, problems = parse(Source("some.case", text), CASE)
    assert () == problems
    paragraphs = [block for block in document.blocks if block.heading.kind in kinds]
    return [item for block in paragraphs for item in block.items if isinstance(item, StatementNode)]


# --- other names ---------------------------------------------------------------------------------


def names_of(edition):
    return re.findall(r'name = "([A-ZÀ-Þ]+)"', edition)


def renamed_verdict(answer, names):
    """A verdict under other names; paths and lines are texts in which names are words."""

    def in_words(text):
        return re.sub(r"[A-ZÀ-Þ]{3,}", lambda match: names.get(match.group(), match.group()), text)

    elements = {
        name: it
        | {
            "value": names.get(it["value"], it["value"]),
            "proved": names.get(it["proved"], it["proved"]),
            "rivals": sorted(names.get(rival, rival) for rival in it["rivals"]),
        }
        for name, it in answer["elements"].items()
    }
    lies = sorted((in_words(path), in_words(line), *rest) for path, line, *rest in answer["lies"])
    return answer | {"elements": elements, "lies": lies}


def rotated(names):
    """Each suspect under the name of the next, so that every order of names changes."""
    return dict(pairwise([*names, names[0]]))


def strange(names):
    """Names that nobody has, in the opposite order."""
    return {name: "Z" + "ZYXWVUTSRQPONMLKJ"[at] * 4 for at, name in enumerate(names)}


@pytest.mark.sampled(9)
@pytest.mark.parametrize("naming", [rotated, strange])
@on_cases
def test_other_names_give_the_same_verdict_under_these_names(file, naming, text, edition, answer, renamed):
    del file
    names = naming(names_of(edition))
    expected = renamed_verdict(answer(text, edition), names)
    assert expected == answer(renamed(text, names), renamed(edition, names))


@on_random_cases
@given(data=st.data())
def test_other_names_in_random_cases(data, drafts, small_edition, answer, renamed):
    text = data.draw(drafts).text
    names = data.draw(st.sampled_from([rotated, strange]))(names_of(small_edition))
    expected = renamed_verdict(answer(text, small_edition), names)
    assert expected == answer(renamed(text, names), renamed(small_edition, names))


# --- another order -------------------------------------------------------------------------------


def reordered(text, order):
    """The paragraphs in another order, all before the other blocks."""
    before, own, rest = paragraph_blocks(text)
    return before + "\n".join([*order(own), *rest])


@pytest.mark.sampled(9)
@on_cases
def test_paragraphs_in_another_order_give_the_same_verdict(file, text, edition, answer):
    del file
    expected = answer(text, edition)
    for order in (lambda blocks: blocks[::-1], lambda blocks: sorted(blocks, key=len)):
        assert expected == answer(reordered(text, order), edition)


@on_random_cases
@given(data=st.data())
def test_paragraphs_of_random_cases_in_another_order(data, drafts, small_edition, answer):
    text = data.draw(drafts).text
    moved = reordered(text, lambda blocks: data.draw(st.permutations(blocks)))
    assert answer(text, small_edition) == answer(moved, small_edition)


# --- what follows, once more ---------------------------------------------------------------------


def with_lines(text, heading, lines):
    """Further lines at the end of a block."""
    at = text.index(f"\n== {heading}\n") + 1
    end = text.find("\n== ", at)
    end = len(text) if end < 0 else end
    return text[:end].rstrip("\n") + "\n" + "\n".join(lines) + "\n" + text[end:]


def entailed(analysis):
    """Lines that follow from all paragraphs together: facts, the possible answers, and what innocents would say."""
    solver = analysis.solver
    lines = []
    for (function, arguments), value in solver.fixed(solver.everything).items():
        term = f"{function}({', '.join(arguments)})" if arguments else function
        lines.append({"yes": term, "no": f"not {term}"}.get(value, f"{term} = {value}"))
    for target in solver.theory.targets:
        values = solver.values(solver.everything, target)
        lines += [" or ".join(f"{target.name} = {value}" for value in values)] if values else []
    for origin in analysis.origins.values():
        formula = origin.text.partition('"')[0].strip() if origin.kind in {"answer", "place"} else ""
        if formula and origin.mode == "plain" and analysis.case.liar == "may":
            formula = formula.rsplit(" says ", 1)[-1]
            excuses = "".join(f"culprit = {speaker} or " for speaker in origin.speakers)
            lines.append(f"{excuses}({formula})")
    return [f"~ {line}" for line in lines]


@pytest.mark.sampled(9)
@on_cases
def test_a_statement_that_follows_changes_no_verdict(file, text, edition, investigate, answer):
    del file
    analysis = investigate(text, edition)
    lines = entailed(analysis)
    place = next(paragraph.name for paragraph in analysis.case.paragraphs if paragraph.speaker is None)
    assert lines
    assert answer(text, edition) == answer(with_lines(text, place, lines), edition)


@on_random_cases
@given(data=st.data())
def test_a_statement_that_follows_changes_no_verdict_of_random_cases(
    data, drafts, small_edition, investigate, answer
):
    text = data.draw(drafts).text
    more = with_lines(text, "01", entailed(investigate(text, small_edition)))
    assert answer(text, small_edition) == answer(more, small_edition)


# --- reading more --------------------------------------------------------------------------------


def conclusions(analysis, read):
    """What a reader knows: facts that are certain, values that are possible, answers about every line."""
    solver = analysis.solver
    lines = solver.reading(read)
    return (
        solver.fixed(lines).items(),
        {(target.name, value) for target in solver.theory.targets for value in solver.values(lines, target)},
        [solver.ask(lines, origin.formula) for origin in analysis.origins.values()],
    )


def no_conclusion_is_lost(analysis, order):
    """Reads sources in some ten steps: worlds only go, facts only come, and no answer is turned round."""
    solver = analysis.solver
    assert set(solver.everything) == set(solver.reading(order))
    steps = [*(order[:count] for count in range(0, len(order), len(order) // 10 + 1)), order]
    consistent = [read for read in steps if solver.consistent(solver.reading(read))]
    assert steps[: len(consistent)] == consistent
    for fewer, more in pairwise(conclusions(analysis, read) for read in consistent):
        (facts, values, answers), (more_facts, fewer_values, later) = fewer, more
        assert facts <= more_facts
        assert fewer_values <= values
        # What was true may become open: where its terms have no value in any world that is left.
        assert not {("true", "false"), ("false", "true")} & set(zip(answers, later, strict=True))


def sources_of(analysis):
    return list(dict.fromkeys(claim.source for claim in analysis.solver.theory.claims))


@pytest.mark.sampled(9)
@on_cases
def test_reading_more_loses_no_conclusion(file, text, edition, investigate):
    del file
    analysis = investigate(text, edition)
    sources = sources_of(analysis)
    no_conclusion_is_lost(analysis, sources)
    no_conclusion_is_lost(analysis, sources[::-1])


@on_random_cases
@given(data=st.data())
def test_reading_more_of_random_cases_loses_no_conclusion(data, drafts, small_edition, investigate):
    analysis = investigate(data.draw(drafts).text, small_edition)
    no_conclusion_is_lost(analysis, data.draw(st.permutations(sources_of(analysis))))


# --- hints and repetitions -----------------------------------------------------------------------


def lines_of(text, statement):
    """Where the lines of a statement begin and end, comments and all."""
    return statement.start, text.index("\n", statement.end)


def without(text, statement):
    start, end = lines_of(text, statement)
    return text[:start] + text[end:]


def but_for_support(answer):
    """A verdict in which *best supported* counts as open."""
    elements = {
        name: it | {"status": "certain" if it["status"] == "certain" else "open"}
        for name, it in answer["elements"].items()
    }
    return answer | {"elements": elements}


def hints(text):
    everywhere = statements(text, {"presentation", "answer", "places"})
    return [statement for statement in everywhere if statement.mode == "hint"]


@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    "file", [file for file in CASES if "\n~ hint " in file.read_text("utf-8")], ids=lambda file: file.stem
)
def test_without_a_hint_nothing_but_support_changes(file, text, edition, answer):
    del file
    before = answer(text, edition)
    others = [answer(without(text, hint), edition) for hint in hints(text)]
    assert others
    assert [but_for_support(before)] * len(others) == [*map(but_for_support, others)]


@on_random_cases
@given(data=st.data())
def test_without_a_hint_nothing_but_support_changes_in_random_cases(data, drafts, small_edition, answer):
    text = data.draw(drafts).text
    expected = but_for_support(answer(text, small_edition))
    for hint in hints(text):
        assert expected == but_for_support(answer(without(text, hint), small_edition))


def doubled(text, chosen):
    """A text in which some statements stand twice."""
    for statement in sorted(chosen, key=lambda statement: -statement.start):
        start, end = lines_of(text, statement)
        text = f"{text[:end]}\n{text[start:end]}{text[end:]}"
    return text


def each_once(answer):
    return answer | {"lies": sorted(set(answer["lies"]))}


def plain(text):
    """All statements but hints: two hints that say the same count twice."""
    return [statement for statement in statements(text) if statement.mode != "hint"]


@pytest.mark.sampled(9)
@on_cases
def test_a_statement_told_twice_changes_nothing(file, text, edition, answer):
    del file
    assert each_once(answer(text, edition)) == each_once(answer(doubled(text, plain(text)), edition))


@on_random_cases
@given(data=st.data())
def test_a_statement_told_twice_changes_nothing_in_random_cases(data, drafts, small_edition, answer):
    text = data.draw(drafts).text
    chosen = [statement for statement in plain(text) if data.draw(st.booleans())]
    assert each_once(answer(text, small_edition)) == each_once(answer(doubled(text, chosen), small_edition))
