"""What the site of the documentation needs beside its pages: colours of cases, pages from outside of docs/, schemas.

mkdocs calls the functions named `on_...`; `mkdocs.yml` names this file.
"""

import json
import re
import runpy
import shutil
from html import escape
from pathlib import Path

import case_lexer  # noqa: F401 - so that Pygments finds it
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.lexers import LEXERS
from pymdownx.slugs import slugify

ROOT = Path(__file__).resolve().parents[2]

BROUGHT = {"CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "reporting.md"}
"""Pages of the project's first folder, and what they are called in the site."""

CODES = "diagnostics.md"
"""The list of codes, made from the catalogue as it is now: the one in docs/ is that of the last `make docs`."""

_BESIDE = ("iframe-worker.js", "playground.js", "site.css")

PLAYGROUND = ROOT / "build" / "playground"
"""What `.ci/playground.py` made, if it did."""

_TEXTS = {"CASE OF THE TUTORIAL": "the-silent-bell.case", "EDITION OF THE TUTORIAL": "edition.toml"}

_LINKS = (
    (re.compile(r"\]\(docs/"), "]("),  # from a page of the first folder
    (re.compile(r"\]\((?:\.\./)?schemas/\)"), "](schemas.md)"),
    (re.compile(r"\]\(\.\./schemas/"), "](schemas/"),
    *((re.compile(rf"\]\((?:\.\./)?{re.escape(old)}"), f"]({new}") for old, new in BROUGHT.items()),
)
_RAISES = re.compile(r"^(```(?:case|puzzle|scenario|evening|vigil)) (CK\d{3})$", re.MULTILINE)
_KIND = re.compile(r"^(```\w+) (?:whole|puzzle|edition|setting|deck|[\w./-]+\.\w+)$", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Name anchors as other places that show Markdown do."""
    LEXERS["CaseLexer"] = (
        "case_lexer",
        "Case",
        ("case", "puzzle", "scenario", "evening", "vigil"),
        ("*.case",),
        (),
    )
    config.mdx_configs["toc"]["slugify"] = slugify(case="lower")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Bring pages from outside of docs/, the schemas, and a list of them."""
    for old, new in BROUGHT.items():
        files.append(File.generated(config, new, abs_src_path=str(ROOT / old)))
    for name in _BESIDE:
        files.append(File.generated(config, name, abs_src_path=str(Path(__file__).with_name(name))))
    schemas = sorted((ROOT / "schemas").glob("*.json"))
    for schema in schemas:
        files.append(File.generated(config, f"schemas/{schema.name}", abs_src_path=str(schema)))
    files.append(File.generated(config, "schemas.md", content=list_of(schemas)))
    return files


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001 - mkdocs calls it so
    """Name the search for screen readers, which the theme does not."""
    return output.replace(
        'data-md-component="search" role="dialog"',
        'data-md-component="search" role="dialog" aria-label="Search"',
    )


def on_post_build(config: MkDocsConfig) -> None:
    """Bring the playground, where it was made."""
    if PLAYGROUND.is_dir():
        shutil.copytree(PLAYGROUND, Path(config.site_dir) / "playground", dirs_exist_ok=True)


def list_of(schemas: list[Path]) -> str:
    """A page that lists schemas by what they describe."""
    rows = [
        f"| [`{file.name}`](schemas/{file.name}) | {json.loads(file.read_text(encoding='utf-8'))['title']} |"
        for file in schemas
    ]
    return "\n".join(
        (
            "# Schemas",
            "",
            "Every file that casekit reads or writes has a JSON Schema (2020-12).",
            "[Answers for machines](json.md) says which command writes what.",
            "",
            "| schema | describes |",
            "|---|---|",
            *rows,
            "",
        )
    )


def on_page_read_source(*, page: Page, config: MkDocsConfig) -> str | None:  # noqa: ARG001 - mkdocs calls it so
    """Make the list of codes anew; other pages are read from their files."""
    if page.file.src_uri != CODES:
        return None
    made: str = runpy.run_path(str(ROOT / ".ci" / "diagnostics.py"))["markdown"]()
    return made


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Lead links to where things are in the site, and say which examples are wrong, and how."""
    for pattern, place in _LINKS:
        markdown = pattern.sub(place, markdown)
    for mark, name in _TEXTS.items():
        if mark in markdown:
            text = (ROOT / "docs" / "tutorial" / name).read_text(encoding="utf-8")
            # A blank line would end the block of HTML.
            markdown = markdown.replace(mark, escape(text).replace("\n", "&#10;"))
    markdown = _RAISES.sub(r'\1 title="\2"', markdown)
    return _KIND.sub(r"\1", markdown)
