"""The recipes of the cookbook are what it says they are."""

from casekit.kit.code_registry import base_of

PAGE = "docs/cookbook.md"


def test_each_recipe_is_free_of_findings_or_gets_the_one_it_names(root, fences, found, laid_over):
    examples = [(line, kind.split()[1:], text) for line, kind, text in fences(root / PAGE, "case")]
    assert len(examples) >= 20
    got = {line: found(laid_over(base_of(), text), whole=True) for line, _, text in examples}
    # What nothing rests on is the price of recipes that show one thing at a time.
    assert {line: set(codes) for line, codes, _ in examples} == {
        line: set(codes) - {"CK506"} for line, codes in got.items()
    }


def test_its_contents_name_every_recipe(root):
    text = (root / PAGE).read_text(encoding="utf-8")
    recipes = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    assert recipes
    assert [] == [recipe for recipe in recipes if f"[{recipe}](#" not in text]
