"""Questions of editors about a document, by the protocol's names for them."""

from lsprotocol import types

from casekit.editor.protocol import document_features, fix_features, place_features
from casekit.editor.protocol.feature import Feature, about_text

QUESTIONS: tuple[Feature, ...] = (
    Feature(types.TEXT_DOCUMENT_HOVER, place_features.hover),
    about_text(
        types.TEXT_DOCUMENT_COMPLETION,
        place_features.complete,
        types.CompletionList(is_incomplete=False, items=[]),
        types.CompletionOptions(trigger_characters=["=", "(", " ", ",", "{", ":"]),
    ),
    about_text(types.TEXT_DOCUMENT_DEFINITION, place_features.definition, []),
    about_text(types.TEXT_DOCUMENT_REFERENCES, place_features.references, []),
    about_text(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, place_features.highlight, []),
    about_text(types.TEXT_DOCUMENT_PREPARE_RENAME, place_features.prepare_rename),
    about_text(
        types.TEXT_DOCUMENT_RENAME, place_features.rename, options=types.RenameOptions(prepare_provider=True)
    ),
    about_text(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_features.symbols, []),
    Feature(types.WORKSPACE_SYMBOL, document_features.workspace_symbols),
    about_text(types.TEXT_DOCUMENT_FOLDING_RANGE, document_features.fold, []),
    about_text(types.TEXT_DOCUMENT_SELECTION_RANGE, document_features.select, []),
    about_text(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        document_features.colour,
        types.SemanticTokens([]),
        document_features.LEGEND,
    ),
    about_text(types.TEXT_DOCUMENT_INLAY_HINT, document_features.inlay, []),
    about_text(
        types.TEXT_DOCUMENT_CODE_LENS,
        document_features.lens,
        [],
        types.CodeLensOptions(resolve_provider=True),
    ),
    Feature(types.CODE_LENS_RESOLVE, document_features.resolve_lens),
    about_text(types.TEXT_DOCUMENT_FORMATTING, document_features.format_),
    about_text(types.TEXT_DOCUMENT_DOCUMENT_LINK, document_features.link, []),
    about_text(
        types.TEXT_DOCUMENT_CODE_ACTION,
        fix_features.act,
        [],
        types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]),
    ),
)
