"""Cases sent out and taken back without files in between."""

from pathlib import Path

import pytest

from casekit.diagnostics import Span
from casekit.games.midnight.document import Edition
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.manuscripts.manuscript_merge import damage_of, merge
from casekit.manuscripts.manuscript_parts import Manuscript, lines_of
from casekit.manuscripts.markdown_manuscript import markdown, read_markdown
from casekit.manuscripts.open_document_reading import read_open_document
from casekit.manuscripts.open_document_writing import open_document
from casekit.manuscripts.returned_manuscripts import cut, settled
from casekit.pipeline.loading import InputFile
from casekit.pipeline.manuscripts import open_case


class Sent:
    """A case and its manuscript."""

    def __init__(self, manuscript: Manuscript) -> None:
        self.manuscript = manuscript

    @property
    def markdown(self) -> str:
        return markdown(lines_of(self.manuscript), self.manuscript.title, self.manuscript.language)

    @property
    def odt(self) -> bytes:
        return open_document(lines_of(self.manuscript), self.manuscript.title, self.manuscript.language)

    def returned(self, text, settle="accept"):
        pieces = read_markdown(text) if isinstance(text, str) else read_open_document(text)
        return cut(
            settled(pieces, settle),
            [part.title for part in self.manuscript.parts],
            self.manuscript.by_mark,
        )

    def damage(self, text):
        """Codes and messages."""
        found = damage_of(self.returned(text), self.manuscript, Span("x"))
        return [(each.code.name, each.message) for each in found]

    def merged(self, text, settle="accept"):
        returned = self.returned(text, settle)
        assert [] == [*damage_of(returned, self.manuscript, Span("x"))]
        return merge(returned, self.manuscript)


@pytest.fixture(scope="session")
def send(loaded_edition):
    """Takes the text of a case, or its bytes, to its manuscript; the edition is that of the base case."""

    class Only(EditionFinder):
        def of(self, folder, game="midnight"):  # noqa: ARG002 - as the editions have it
            return self.only

    def run(text, *, name="some.case", language=None) -> Sent:
        editions = Only()
        edition: Edition = loaded_edition.settings
        if language is not None:
            edition = Edition(
                **{
                    **{key: getattr(edition, key) for key in edition.__dataclass_fields__},
                    "language": language,
                }
            )
        editions.only = LoadedEdition(edition)
        data = text if isinstance(text, bytes) else text.encode()
        _, manuscript, unread = open_case(InputFile(name, data, Path(name)), editions)
        assert manuscript is not None, unread
        return Sent(manuscript)

    return run
