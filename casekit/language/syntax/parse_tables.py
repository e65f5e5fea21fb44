"""The parser's tables: made from the grammar, kept as JSON, and put together again.

Making them takes ten times as long as reading them, so they travel with the package. They are plain data:
reading them runs nothing, and they are read from nowhere but where the grammar itself is. Nothing of casekit
is imported here, for packages are built with this module before casekit is installed.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Transformer
from lark.grammar import NonTerminal, Rule, RuleOptions, Terminal
from lark.lexer import TerminalDef

SHARED = "formula"
"""The grammar that those of all games import."""

_STARTS = ["document", "lone_formula", "slip"]


def name(grammar: str) -> str:
    """The name of the file with a grammar's tables, beside the grammar."""
    return f"{grammar}.tables.json"


def grammars(folder: Path) -> list[str]:
    """The names of the grammars of documents in a folder."""
    return sorted(file.stem for file in folder.glob("*.lark") if file.stem != SHARED)


def built(
    folder: Path, grammar: str, transformer: Transformer[Any, Any] | None = None, text: str = ""
) -> Lark:
    """A parser made from a grammar in a folder, or from the ``text`` of one that imports what is there."""
    return Lark(
        text or (folder / f"{grammar}.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start=_STARTS,
        import_paths=[str(folder)],
        transformer=transformer,
    )


def fingerprint(folder: Path, grammar: str, text: str = "") -> str:
    """The inputs of tables: the grammar and the lark that made them.

    The form of tables changes with lark's minor version.
    """
    version = ".".join(lark.__version__.split(".")[:2])
    files = [] if text else [folder / f"{grammar}.lark"]
    texts = (file.read_text(encoding="utf-8") for file in (*files, folder / f"{SHARED}.lark"))
    return f"lark {version}, sha256:{sha256(''.join((text, *texts)).encode()).hexdigest()}"


def tables_text(folder: Path, grammar: str, text: str = "") -> str:
    """The tables of a grammar, as JSON; the same under one ``PYTHONHASHSEED``."""
    data, memo = built(folder, grammar, text=text).memo_serialize([TerminalDef, Rule])
    # Where it was made is nobody's business.
    data["options"]["import_paths"] = []
    content = {"made_from": fingerprint(folder, grammar, text), "data": data, "memo": memo}
    return json.dumps(content, separators=(",", ":")) + "\n"


def loaded(
    tables: str, folder: Path, grammar: str, transformer: Transformer[Any, Any], text: str = ""
) -> Lark | None:
    """A parser from tables as ``tables_text`` gives them, unless they were made from something else."""
    content = json.loads(tables)
    if content["made_from"] != fingerprint(folder, grammar, text):
        return None
    data = content["data"]
    # The numbers of tokens may stay texts, those of states may not: actions name them.
    table = data["parser"]["parser"]
    table["states"] = _numbered(table["states"])
    memo = _numbered(
        {key: _rule(each) if "origin" in each else each for key, each in content["memo"].items()}
    )
    # lark's own way back, which its stand-alone parsers take too. The public `Lark.load` reads a pickle, and
    # takes no transformer: each text would be read into a tree first. If lark drops this, no case is read;
    # `built` needs nothing private and takes ten times as long.
    parser: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]  # noqa: SLF001 -- see above
        data, memo, transformer=transformer
    )
    return parser


def _numbered(members: Mapping[str, Any]) -> dict[int, Any]:
    """A mapping whose keys are numbers, which JSON made texts of."""
    return {int(key): value for key, value in members.items()}


def _rule(data: Mapping[str, Any]) -> Rule:
    """A rule from its data, which lark would read as data of any class, field by field."""
    expansion: list[Terminal | NonTerminal] = []
    for symbol in data["expansion"]:
        if symbol["__type__"] == "Terminal":
            expansion.append(Terminal(symbol["name"], symbol["filter_out"]))
        else:
            expansion.append(NonTerminal(symbol["name"]))
    options = {name: value for name, value in data["options"].items() if name != "__type__"}
    origin = NonTerminal(data["origin"]["name"])
    return Rule(origin, expansion, data["order"], data["alias"], RuleOptions(**options))
