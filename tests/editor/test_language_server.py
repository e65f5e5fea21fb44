"""The language server as an editor uses it: another process, messages over its standard input and output."""

import asyncio
import sys

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from casekit.kit.code_registry import base_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

CASE = base_of()
PUZZLE = base_of("clue")
COMMAND = [
    sys.executable,
    "-c",
    "import sys; sys.argv[0] = 'casekit'; from casekit.cli import run; run()",
    "lsp",
]
LONG = 600
"""Seconds after which an answer is no longer waited for, on a busy machine."""


def editor():
    """A client that notes what it is told, in order."""
    client = pytest_lsp.make_test_lsp_client()
    client.told = []
    # The client of pytest-lsp forgets which version of a text findings are about.
    client.protocol.fm.features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params):
        client.registered = params.registrations

    @client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
    @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(*_):
        client.refreshed = True

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params):
        client.told.append(params)

    async def wait(holds):
        async with asyncio.timeout(LONG):
            while not holds():  # noqa: ASYNC110 - messages come in meanwhile
                await asyncio.sleep(0.02)

    client.wait = wait
    return client


@pytest_lsp.fixture(
    scope="module",
    loop_scope="module",
    config=ClientServerConfig(server_command=COMMAND, client_factory=editor),
)
async def client(lsp_client: LanguageClient, tmp_path_factory):
    folder = tmp_path_factory.mktemp("boat")
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    lsp_client.folder = folder
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), "boat")],
            initialization_options={"delay": 50, "unknown": 1, "inlays": "wrong"},
        )
    )
    yield
    await lsp_client.shutdown_session()


class Opened:
    """A document that is open in the editor."""

    def __init__(self, client, text, name="soup.case", uri=None):
        self.client, self.version = client, 1
        self.uri = uri or (client.folder / name).as_uri()
        self.named = types.TextDocumentIdentifier(self.uri)
        item = types.TextDocumentItem(uri=self.uri, language_id="case", version=1, text=text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, line, character, text, until=None):
        self.version += 1
        start = types.Position(line, character)
        place = types.Range(start, until or start)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version=self.version, uri=self.uri),
                [types.TextDocumentContentChangePartial(range=place, text=text)],
            )
        )

    def close(self):
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.named))

    def told(self):
        return [each for each in self.client.told if each.uri == self.uri]

    async def until(self, wanted):
        """The first publication that is as wanted, from now on or before."""
        found = []

        def there():
            found[:] = [each for each in self.told() if wanted(each)]
            return found

        await self.client.wait(there)
        return found[0]

    async def of_version(self, version):
        return await self.until(lambda each: each.version == version)


def codes_of(published):
    return [each.code for each in published.diagnostics]


def named_in_small_letters(published):
    return [each for each in published.diagnostics if each.code == "CK122"]


def broken():
    """The base case without a clue, and the line that the clue was before."""
    clue = '~ tin = suite "has rolled under the bed"\n'
    assert clue in CASE
    return CASE.replace(clue, "")


async def test_a_clue_that_is_broken_is_found_while_typing_and_fixed(client):
    opened = Opened(client, broken())
    found = await opened.until(lambda each: "CK502" in codes_of(each))
    (finding,) = [each for each in found.diagnostics if each.code == "CK502"]
    assert "help: " in finding.message
    assert finding.code_description.href.endswith("CK502.md")
    assert types.DiagnosticSeverity.Error == finding.severity
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(opened.named, finding.range, types.CodeActionContext([finding]))
    )
    (action,) = [each for each in actions if each.title == "State `~ tin = suite` in 01"]
    (edit,) = action.edit.changes[opened.uri]
    opened.type(edit.range.start.line, edit.range.start.character, edit.new_text, edit.range.end)
    await opened.until(lambda each: each.version == 2 and "CK502" not in codes_of(each))
    opened.close()


async def test_each_version_is_told_and_what_is_older_says_so(client):
    opened = Opened(client, broken(), "each.case")
    await opened.until(lambda each: "CK502" in codes_of(each))
    for number in range(3):
        opened.type(5, 0, "x")
        told = await opened.of_version(number + 2)
        (stale,) = [each for each in told.diagnostics if each.code == "CK502"]
        assert stale.message.startswith("(stale")
    opened.type(5, 0, "", types.Position(5, 0))
    told = await opened.of_version(5)
    assert opened.version == told.version
    fresh = await opened.until(
        lambda each: (
            each.version == 5
            and [d for d in each.diagnostics if d.code == "CK502" and "stale" not in d.message]
        )
    )
    assert [1, 2, 3, 4, 5] == sorted({each.version for each in opened.told()})
    assert fresh.version == opened.version
    opened.close()


async def test_positions_are_right_with_emoji_and_accents(client):
    line = '~ owes(CLARA) "in debt to Otto"'
    text = CASE.replace("CLARA borrows from everybody.", "👩‍🚀 é̂ 😀 Clara borrows from everybody.").replace(
        line, f"// 😀😀\n{line}"
    )
    opened = Opened(client, text, "emoji.case")
    told = await opened.of_version(1)
    (finding,) = named_in_small_letters(told)
    lines = text.split("\n")
    written = lines[finding.range.start.line].encode("utf-16-le")
    start, end = finding.range.start.character, finding.range.end.character
    assert "Clara" == written[2 * start : 2 * end].decode("utf-16-le")
    opened.type(finding.range.start.line, start, "CLARA", types.Position(finding.range.start.line, end))
    # The fonts have none of these letters, which is found beside.
    assert not named_in_small_letters(await opened.of_version(2))
    opened.close()


def at(text, words, shift=0):
    offset = text.index(words) + shift
    return types.Position(text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1)


async def test_what_an_editor_asks_is_answered(client):
    opened = Opened(client, CASE, "asked.case")
    await opened.of_version(1)
    named = opened.named
    place = at(CASE, "~ owes(CLARA)", 3)
    found = await client.text_document_hover_async(types.HoverParams(named, place))
    assert "who owed Otto money" in found.contents.value
    (declared,) = await client.text_document_definition_async(types.DefinitionParams(named, place))
    assert at(CASE, "owes(suspect)") == declared.range.start
    context = types.ReferenceContext(include_declaration=False)
    used = await client.text_document_references_async(types.ReferenceParams(context, named, place))
    assert CASE.count("owes(") - 1 == len(used)
    lit = await client.text_document_document_highlight_async(types.DocumentHighlightParams(named, place))
    assert CASE.count("owes(") == len(lit)
    edit = await client.text_document_rename_async(types.RenameParams(named, place, "debtor"))
    assert CASE.count("owes(") == len(edit.changes[opened.uri])
    offered = await client.text_document_completion_async(
        types.CompletionParams(named, at(CASE, "tin = suite\n\n", 6))
    )
    assert ["deck", "galley", "suite"] == sorted(
        each.label for each in offered.items if each.kind == types.CompletionItemKind.EnumMember
    )
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(named))
    assert "ANNA alibi" in [each.name for each in symbols]
    (fact,) = await client.workspace_symbol_async(types.WorkspaceSymbolParams("owes"))
    assert opened.uri == fact.location.uri
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(named))
    assert CASE.count("\n== ") == len(folds)
    (chosen,) = await client.text_document_selection_range_async(types.SelectionRangeParams(named, [place]))
    assert chosen.parent.range.end.character > chosen.range.end.character
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(named))
    assert len(tokens.data) > 100
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(named, options))
    assert edits
    opened.close()


async def test_a_refused_name_says_why(client):
    opened = Opened(client, CASE, "refused.case")
    with pytest.raises(Exception, match=r"edition\.toml"):
        await client.text_document_prepare_rename_async(
            types.PrepareRenameParams(opened.named, at(CASE, "= galley", 3))
        )
    opened.close()


async def test_deduction_is_shown_in_the_text(client):
    client.refreshed = False
    opened = Opened(client, CASE, "shown.case")
    whole = types.Range(types.Position(0, 0), types.Position(999, 0))
    lines = CASE.split("\n")
    shown = set()
    # An editor asks after each refresh, which may also come late and be about a text that was closed.
    while "a lie" not in shown:
        await client.wait(lambda: client.refreshed)
        client.refreshed = False
        hints = await client.text_document_inlay_hint_async(types.InlayHintParams(opened.named, whole))
        shown = {each.label for each in hints if lines[each.position.line].startswith("~ lie")}
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(opened.named))
    (lens,) = [each for each in lenses if lines[each.range.start.line] == "== 01"]
    resolved = await client.code_lens_resolve_async(lens)
    assert resolved.command.title.startswith("a reader of this alone knows ")
    hover = types.HoverParams(opened.named, at(CASE, "~ tin = suite", 3))
    async with asyncio.timeout(LONG):
        # A hover does not wait for a deduction that takes long.
        while "`tin` is `suite`" not in (await client.text_document_hover_async(hover)).contents.value:
            pass
    opened.close()


async def test_an_edition_that_breaks_is_told_and_so_is_its_repair(client):
    opened = Opened(client, CASE, "edition.case")
    await opened.of_version(1)
    file = client.folder / "edition.toml"
    good = file.read_text(encoding="utf-8")
    changed = types.DidChangeWatchedFilesParams(
        [types.FileEvent(file.as_uri(), types.FileChangeType.Changed)]
    )
    try:
        file.write_text("title = [", encoding="utf-8")
        client.workspace_did_change_watched_files(changed)
        await opened.until(lambda each: "its edition cannot be used" in str(each.diagnostics))
        await client.wait(
            lambda: [each for each in client.told if each.uri == file.as_uri() and each.diagnostics]
        )
    finally:
        file.write_text(good, encoding="utf-8")
    before = len(client.told)
    client.workspace_did_change_watched_files(changed)
    await client.wait(
        lambda: (
            [False]
            == [bool(each.diagnostics) for each in client.told[before:] if each.uri == file.as_uri()][-1:]
        )
    )
    assert "**/*.toml" in str(client.registered)
    opened.close()


async def test_a_deleted_file_an_untitled_text_and_two_editors_are_served(client):
    path = client.folder / "gone.case"
    path.write_text(CASE, encoding="utf-8")
    opened = Opened(client, CASE, "gone.case")
    path.unlink()
    opened.type(0, 0, "// gone\n")
    assert not (await opened.of_version(2)).diagnostics
    untitled = Opened(client, PUZZLE, uri="untitled:Untitled-1")
    assert (await untitled.of_version(1)).uri == "untitled:Untitled-1"
    other = Opened(client, CASE, "./gone.case")
    assert not (await other.of_version(1)).diagnostics
    for each in (opened, untitled, other):
        each.close()


async def test_crlf_binary_and_far_too_much_are_served(client):
    crlf = Opened(client, CASE.replace("\n", "\r\n").replace("BRUNO from", "Bruno from"), "crlf.case")
    (finding,) = named_in_small_letters(await crlf.of_version(1))
    assert at(CASE, "BRUNO from") == finding.range.start
    binary = Opened(client, "\0\1\2" * 100, "binary.case")
    assert ["CK103"] == codes_of(await binary.of_version(1)) or codes_of(await binary.of_version(1))
    huge = Opened(client, "x" * 5_000_000, "huge.case")
    await huge.until(lambda each: "CK902" in codes_of(each) or each.diagnostics)
    huge.type(0, 0, "y")
    assert 2 == (await huge.of_version(2)).version
    for each in (crlf, binary, huge):
        each.close()


async def test_questions_about_what_is_not_open_have_empty_answers(client):
    named = types.TextDocumentIdentifier((client.folder / "never.case").as_uri())
    place = types.Position(0, 0)
    assert None is await client.text_document_hover_async(types.HoverParams(named, place))
    assert [] == list(
        await client.text_document_document_symbol_async(types.DocumentSymbolParams(named)) or ()
    )
    assert None is await client.text_document_formatting_async(
        types.DocumentFormattingParams(named, types.FormattingOptions(4, True))  # noqa: FBT003
    )


async def test_another_encoding_is_served(tmp_path):
    encoding = types.PositionEncodingKind.Utf8
    client = editor()
    await client.start_io(*COMMAND)
    capabilities = client_capabilities("visual-studio-code")
    capabilities.general.position_encodings = [encoding, types.PositionEncodingKind.Utf16]
    client.folder = tmp_path
    started = await client.initialize_session(types.InitializeParams(capabilities=capabilities))
    assert encoding == started.capabilities.position_encoding
    text = CASE.replace("with BRUNO from", "😀é with Bruno from")
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    opened = Opened(client, text)
    (finding,) = named_in_small_letters(await opened.of_version(1))
    line = text.split("\n")[finding.range.start.line]
    before = line[: line.index("Bruno")]
    assert len(before.encode()) == finding.range.start.character
    await client.shutdown_session()


async def test_the_server_ends_with_its_editor():
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await asyncio.wait_for(process.communicate(b""), LONG)
    assert (1, b"") == (process.returncode, errors)
