"""The files that a document names."""

from collections.abc import Iterator
from pathlib import Path

from casekit.editor.looking import View
from casekit.games.editions import inside, is_file
from casekit.language.document.tree import FieldNode


def links(view: View) -> Iterator[tuple[int, int, Path]]:
    """Each value of a field that names a file in the edition's folder, with that file."""
    file = getattr(view.settings, "file", None)
    root = Path(file or view.source.name).parent
    if view.document is None:
        return
    assets = {str(path) for path in view.game.assets(view.document)}
    for item in view.tree.header:
        if isinstance(item, FieldNode) and item.value.text:
            path = root / item.value.text
            if str(path) in assets and inside(root, item.value.text) and is_file(path):
                yield item.value.start, item.value.end, path
