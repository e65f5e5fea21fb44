"""A small case that is read: the base of the catalogue's examples."""

from typing import NamedTuple

import pytest

from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.pipeline.loading import InputFile, prepare_for_analysis
from casekit.pipeline.readings import open_for_reading
from casekit.readings.comparison import compare_reading
from casekit.readings.findings import findings_of
from casekit.readings.reading import PassageReading, ReadClaim, Reading
from casekit.readings.reading_copy import digest_of


class Opened(NamedTuple):
    """A case that can be read, and asked."""

    copy: object
    analysis: object
    document: object

    def read(self, *taken):
        """A reading: each of the ``taken`` is a passage, a reader and claims."""
        passages = {}
        for key, reader, *claims in taken:
            row = PassageReading(reader, digest_of(self.copy.by_key[key]), self.copy.context, tuple(claims))
            passages[key] = (*passages.get(key, ()), row)
        return Reading(passages)

    def compared(self, reading):
        return compare_reading(reading, self.copy, self.analysis)

    def findings(self, reading):
        return tuple(findings_of(self.compared(reading), self.document.source))

    def codes(self, reading):
        return [finding.code.name for finding in self.findings(reading)]


@pytest.fixture(scope="session")
def open_case():
    """Opens a case file."""

    def opened(path):
        case = open_for_reading(InputFile.of(path), EditionFinder(None))
        assert case.copy is not None, case.findings
        asked = prepare_for_analysis(case.document)
        return Opened(case.copy, asked.analyzer.analysis, case.document)

    return opened


@pytest.fixture(scope="session")
def soup(open_case, tmp_path_factory):
    """The case of the last soup."""
    folder = tmp_path_factory.mktemp("soup")
    (folder / "soup.case").write_text(base_of("midnight"), encoding="utf-8")
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    return open_case(folder / "soup.case")


@pytest.fixture(scope="session")
def claim():
    """A claim by its words, its formula and how sure it is."""

    def of(quote, formula="", grade="says", **more):
        return ReadClaim(quote, grade, formula, **more)

    return of
