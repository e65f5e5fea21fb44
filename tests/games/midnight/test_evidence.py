import os
import subprocess
import sys
from xml.etree import ElementTree as ET

from casekit.analysis.evidence_diagram import evidence
from casekit.analysis.proof_text import ProofWriter, goal_steps
from casekit.analysis.queries import prove_solution
from casekit.kit.code_registry import base_of
from casekit.pipeline import loading
from casekit.print.diagram.svg import draw

SVG = "{http://www.w3.org/2000/svg}"


def told(analysis, proof):
    return ProofWriter(analysis).steps(proof)


def nodes(diagram):
    return {node.id: node for node in diagram.nodes}


def neighbours(diagram, name):
    """The nodes before and behind one."""
    return (
        {edge.start for edge in diagram.edges if edge.end == name},
        {edge.end for edge in diagram.edges if edge.start == name},
    )


def test_the_numbers_of_all_steps_are_in_the_drawing(proved):
    root = ET.fromstring(draw(evidence(*proved)))  # noqa: S314 - we wrote it ourselves
    shown = {number for text in root.iter(f"{SVG}text") for number in (text.text or "").split(", ")}
    assert {str(step.number) for step in told(*proved)} <= shown


def test_all_paths_of_the_case_are_there_those_needed_as_part_of_the_proof(proved):
    analysis, proof = proved
    paths = [node for node in evidence(*proved).nodes if node.id.startswith("path ")]
    assert sorted(analysis.sources) == sorted(node.label for node in paths)
    assert set(proof.sources) == {node.label for node in paths if node.emphasis}


def test_paths_that_are_not_needed_have_no_edges(proved):
    diagram = evidence(*proved)
    joined = {name for edge in diagram.edges for name in (edge.start, edge.end)}
    assert joined == {node.id for node in diagram.nodes if node.emphasis}


def test_paths_come_first_and_answers_last_each_answer_once(proved):
    _, proof = proved
    diagram = evidence(*proved)
    last = len(diagram.layers) - 1
    for node in diagram.nodes:
        source = node.kind in {"path", "lie", "given"}
        assert (source, node.kind == "conclusion") == (node.layer == 0, node.layer == last)
    assert len(proof.goal) == sum(node.kind == "conclusion" for node in diagram.nodes)


def test_a_fact_stands_one_layer_behind_the_last_of_what_it_follows_from(proved):
    diagram = evidence(*proved)
    found = nodes(diagram)
    for node in diagram.nodes:
        before, behind = neighbours(diagram, node.id)
        if node.kind in {"fact", "contradiction"}:
            assert 1 + max((found[name].layer for name in before), default=0) == node.layer
        elif node.kind == "supposition":
            assert min(found[name].layer for name in behind) - 1 == node.layer


def test_edges_are_the_premises_and_what_is_cited(proved):
    diagram = evidence(*proved)
    found = nodes(diagram)
    for step in told(*proved):
        ends = [f"step {step.number}"] if f"step {step.number}" in found else []
        ends = ends or [f"answer {one}" for one in step.conclusions]
        for end in ends:
            before, _ = neighbours(diagram, end)
            assert {f"step {number}" for number in step.premises} == {
                name for name in before if name.startswith("step ")
            }
            assert {cited.path for cited in step.cited} == {
                found[name].label for name in before if not name.startswith("step ")
            }


def test_answers_bear_the_step_that_finds_them(proved):
    _, proof = proved
    found = goal_steps(told(*proved), proof.goal)
    diagram = evidence(*proved)
    assert {f"answer {one}": (str(number),) for one, number in found.items()} == {
        node.id: node.numbers for node in diagram.nodes if node.kind == "conclusion"
    }
    assert set(proof.goal) == set(found)


def test_a_supposition_is_shown_with_its_contradiction_and_what_closes_it(split):
    diagram = evidence(*split)
    found = nodes(diagram)
    assert ("supposition", "Suppose ANNA did it") == (found["step 1"].kind, found["step 1"].label)
    assert ("contradiction", "That cannot be") == (found["step 8"].kind, found["step 8"].label)
    assert {"step 9"} == neighbours(diagram, "step 8")[1]
    assert ("fact", "ANNA did not do it", "") == (
        found["step 9"].kind,
        found["step 9"].label,
        found["step 9"].group,
    )


def test_steps_of_a_supposition_are_a_group(split):
    groups = {node.id: node.group for node in evidence(*split).nodes}
    assert {f"step {number}" for number in range(1, 9)} == {
        name for name, group in groups.items() if group == "Under supposition 1" and name.startswith("step ")
    }
    assert "Under supposition 12" == groups["step 13"]
    assert "Under supposition 1" == groups["path BRUNO alibi"]
    assert "" == groups["path CLARA alibi"], "it is cited under two"


def test_a_supposition_in_another_has_a_group_of_its_own(proved):
    groups = {node.group for node in evidence(*proved).nodes}
    deep = {step.depth for step in told(*proved)}
    assert (2 in deep) == any(group.startswith("Under suppositions ") for group in groups)


def test_quotations_are_notes_and_lies_are_marked(split):
    path = nodes(evidence(*split))["path CLARA alibi"]
    assert ("lie", "“you & he <said>”") == (path.kind, path.note)
    assert ("2", "13") == path.numbers


def test_lines_without_a_quotation_are_told_in_plain_words(split):
    assert "the key is ANNA or the key is BRUNO" == nodes(evidence(*split))["path 01"].note


def test_each_rule_is_a_node_of_its_own(proved):
    rules = {
        (cited.path, cited.text)
        for step in told(*proved)
        for cited in step.cited
        if cited.path in {"rules", "general rules", "common knowledge", "presentation"}
    }
    given = [node for node in evidence(*proved).nodes if node.kind == "given"]
    assert sorted(f"given {path}: {text}" for path, text in rules) == sorted(node.id for node in given)


def test_nothing_has_to_be_read_where_all_is_given(loaded_edition):
    text = base_of().replace(
        "~ culprit != victim and culprit != nobody",
        "~ culprit = CLARA and motive = debt and method = poison",
    )
    analysis = loading.load_bytes_for_analysis(text.encode(), "given.case", loaded_edition).analyzer.analysis
    proof = prove_solution(analysis).proof
    diagram = evidence(analysis, proof)
    assert not [node for node in diagram.nodes if node.id.startswith("path ") and node.emphasis]
    assert "</svg>" in draw(diagram)


SCRIPT = """
import sys
from pathlib import Path
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.analysis.evidence_diagram import evidence
from casekit.games.midnight.language.edition_file import load_edition
from casekit.analysis.proof_page import proof_page
from casekit.analysis.queries import prove_solution
from casekit.pipeline import loading
from casekit.print.diagram.svg import draw

edition, _ = load_edition(base_of("midnight", "base.toml").encode(), Path("edition.toml"))
analysis = loading.load_bytes_for_analysis(sys.stdin.buffer.read(), "split.case", LoadedEdition(edition)).analyzer.analysis
proof = prove_solution(analysis).proof
print(draw(evidence(analysis, proof)))
print(proof_page(analysis, proof))
"""


def test_picture_and_page_are_the_same_under_any_hash_seed(split_text):
    first, second = (
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            input=split_text.encode(),
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "271828")
    )
    assert first == second
    assert b"</svg>" in first
    assert b"</html>" in first
