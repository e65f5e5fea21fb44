"""Cases on the site have the colours that they have in editors: the tests of the extension hold here too."""

import json
import re

import case_lexer
import pytest
import textmate
from pygments import token

VSCODE = "editors/vscode/test"


@pytest.fixture(scope="module")
def grammar(root):
    return textmate.Grammar.of(root / "grammar/case.tmLanguage.json")


def told(lines):
    """Tokens as the extension's test writes them: each beside its scopes, a paragraph for each line."""
    written = (
        "".join(
            f"{json.dumps(words, ensure_ascii=False)} {' '.join(scopes)}\n"
            for words, scopes in line
            if words.strip()
        )
        for line in lines
    )
    return "\n".join(filter(None, written))


def test_the_tours_case_is_what_vs_codes_own_engine_makes_of_it(root, grammar):
    text = (root / "docs/tour/the-last-soup.case").read_text(encoding="utf-8")
    expected = (root / VSCODE / "the-last-soup.tokens").read_text(encoding="utf-8")
    assert expected == told(grammar.lines(text))


# `// <--- scope` and `//   ^^^ scope - not this` speak of the line above them; tildes move the first kind to the right.
CLAIM = re.compile(
    r"// *(?:<(?P<left>~*)(?P<dashes>-+)|(?P<carets>\^+))(?P<scopes>( (?!- )\S+)*)( -(?P<denied>( \S+)+))?$"
)


def claims(text):
    """The lines of a test of the extension, each with what is claimed of it: from, to, scopes, denied scopes."""
    lines = []
    for line in text.splitlines()[1:]:
        claim = CLAIM.match(line)
        if not claim:
            lines.append((line, []))
            continue
        start = claim.start("carets") if claim["carets"] else len(claim["left"])
        width = len(claim["carets"] or claim["dashes"])
        wanted, denied = (claim["scopes"] or "").split(), (claim["denied"] or "").split()
        lines[-1][1].append((start, start + width, wanted, denied))
    return lines


def scopes_at(line, column):
    at = 0
    for words, scopes in line:
        at += len(words)
        if column < at:
            return scopes
    return ()


def has(scopes, wanted):
    """Whether a scope, or a narrower one, is among these."""
    return any(scope == wanted or scope.startswith(f"{wanted}.") for scope in scopes)


@pytest.mark.parametrize("name", ["midnight", "abbey", "clue", "slips"])
def test_what_the_extension_expects(root, grammar, name):
    lines = claims((root / VSCODE / f"grammar/{name}.case").read_text(encoding="utf-8"))
    tokens = list(grammar.lines("\n".join(line for line, _ in lines)))
    assert sum(len(claimed) for _, claimed in lines) >= 20
    wrong = [
        (line, start, wanted, denied, scopes_at(line_tokens, column))
        for (line, claimed), line_tokens in zip(lines, tokens, strict=True)
        for start, end, wanted, denied in claimed
        for column in range(start, end)
        if not all(has(scopes_at(line_tokens, column), scope) for scope in wanted)
        or any(has(scopes_at(line_tokens, column), scope) for scope in denied)
    ]
    assert [] == wrong


def test_every_case_of_the_project_loses_no_letter(root):
    lexer = case_lexer.CaseLexer(stripnl=False, ensurenl=False)
    cases = [*root.glob("examples/**/*.case"), *root.glob("docs/t*/*.case")]
    assert len(cases) >= 10
    for case in cases:
        text = case.read_text(encoding="utf-8")
        tokens = list(lexer.get_tokens(text))
        assert text == "".join(words for _, words in tokens)
        assert token.Error not in {kind for kind, _ in tokens}


def test_kinds_of_tokens():
    text = '== ANNA alibi\nI met BRUNO.\n~ lie room(ANNA) = deck "met" // why\n~ a && b\n'
    kinds = {words: kind for kind, words in case_lexer.CaseLexer().get_tokens(text)}
    assert kinds["ANNA"] is token.Name.Constant
    assert kinds["alibi"] is token.Generic.Heading
    assert kinds["lie"] is token.Keyword.Pseudo
    assert kinds["room"] is token.Name.Function
    assert kinds["met"] is token.String
    assert kinds[" why"] is token.Comment.Single
    assert kinds["&&"] is token.Error


def test_every_scope_of_the_grammar_has_a_kind(root):
    text = (root / "grammar/case.tmLanguage.json").read_text(encoding="utf-8")
    names = {
        scope
        for name in re.findall(r'"(?:content)?[nN]ame": "([^"]+\.case)"', text)
        for scope in name.split()
    }
    plain = {scope for scope in names if case_lexer.kind((scope,)) is token.Text}
    assert len(names) > 50
    assert [] == [scope for scope in sorted(plain) if not scope.startswith(("meta.", "string.unquoted."))]


@pytest.mark.parametrize(
    "rule",
    [
        {"match": "a", "injections": {}},
        {"begin": "a", "end": "b", "captures": {"0": {"name": "x"}}},
        {"begin": "a", "end": "b", "endCaptures": {"0": {"name": "x"}}},
        {"include": "source.python"},
    ],
)
def test_a_rule_that_is_not_understood_is_refused(rule):
    grammar = textmate.Grammar(json.dumps({"patterns": [rule]}))
    with pytest.raises(textmate.UnknownRuleError):
        list(grammar.lines("a b"))
