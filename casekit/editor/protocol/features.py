"""What editors ask about a document, by the protocol's names for it."""

from lsprotocol import types

from casekit.editor.protocol import document_features, fix_features, place_features
from casekit.editor.protocol.feature import Feature

QUESTIONS: tuple[Feature, ...] = (
    Feature(types.TEXT_DOCUMENT_HOVER, place_features.hover),
    Feature(
        types.TEXT_DOCUMENT_COMPLETION,
        place_features.complete,
        types.CompletionOptions(trigger_characters=["=", "(", " ", ",", "{", ":"]),
    ),
    Feature(types.TEXT_DOCUMENT_DEFINITION, place_features.definition),
    Feature(types.TEXT_DOCUMENT_REFERENCES, place_features.references),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, place_features.highlight),
    Feature(types.TEXT_DOCUMENT_PREPARE_RENAME, place_features.prepare_rename),
    Feature(types.TEXT_DOCUMENT_RENAME, place_features.rename, types.RenameOptions(prepare_provider=True)),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_features.symbols),
    Feature(types.WORKSPACE_SYMBOL, document_features.workspace_symbols),
    Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, document_features.fold),
    Feature(types.TEXT_DOCUMENT_SELECTION_RANGE, document_features.select),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, document_features.colour, document_features.LEGEND),
    Feature(types.TEXT_DOCUMENT_INLAY_HINT, document_features.inlay),
    Feature(
        types.TEXT_DOCUMENT_CODE_LENS, document_features.lens, types.CodeLensOptions(resolve_provider=True)
    ),
    Feature(types.CODE_LENS_RESOLVE, document_features.resolve_lens),
    Feature(types.TEXT_DOCUMENT_FORMATTING, document_features.format_),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, document_features.link),
    Feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        fix_features.act,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]),
    ),
)
