"""Whether the answers are certain from what readers took."""

from casekit.readings.as_read import verdict_as_read
from casekit.readings.reading import PRESENTATION, SOLUTION, ReadClaim


def verdict(soup, *taken):
    reading = soup.read(*taken)
    return verdict_as_read(soup.compared(reading), soup.copy, soup.analysis)


def certain(soup, *taken):
    return {answer.element: answer.value for answer in verdict(soup, *taken).answers}


def every_line(soup):
    """Readings of all paragraphs in which each line is taken as it is."""
    by_source = {}
    for line in soup.analysis.origins.values():
        by_source.setdefault(line.path, []).append(line)
    taken = []
    for key, passage in soup.copy.by_key.items():
        if key not in {PRESENTATION, SOLUTION}:
            claims = []
            for line in by_source.get(passage.source, ()):
                others = line.speakers[1:] if passage.speaker else line.speakers
                claims.append(
                    ReadClaim(line.quotation, "says", line.text.rpartition("says ")[2], said_by=others)
                )
            taken.append((key, "first", *claims))
    return taken


def test_without_readers_it_is_the_verdict(soup):
    read = verdict(soup)
    assert {"culprit": "CLARA", "motive": "debt", "method": "poison"} == {
        answer.element: answer.value for answer in read.answers
    }
    assert (0, 12) == (read.read, read.total)


def test_what_is_taken_as_it_is_meant_is_certain_from_the_same_paragraphs(soup):
    read = verdict(soup, *every_line(soup))
    assert (12, 12, True) == (read.read, read.total, read.consistent)
    as_lines = {element.name: element.proved for element, _ in soup.analysis.elements_with_reasons}
    assert as_lines == {answer.element: answer.value for answer in read.answers}
    assert ("01",) == next(answer.sources for answer in read.answers if answer.element == "method")


def test_an_open_answer_names_the_line_that_makes_the_difference(soup):
    taken = [("01", "first", ReadClaim("overdue", "says", "owes(CLARA)"))]
    (method,) = [answer for answer in verdict(soup, *taken).answers if answer.element == "method"]
    assert (None, ("01", "tin = suite")) == (method.value, method.missing)


def test_what_one_of_two_readers_took_does_not_count(soup):
    taken = ReadClaim("under the bed", "says", "tin = suite"), ReadClaim("overdue", "says", "owes(CLARA)")
    assert "poison" == certain(soup, ("01", "first", *taken), ("01", "second", *taken))["method"]
    assert certain(soup, ("01", "first", *taken), ("01", "second", taken[1]))["method"] is None


def test_readers_who_contradict_what_is_known_leave_nothing_to_say(soup):
    read = verdict(soup, ("02", "first", ReadClaim("Geese", "says", "culprit = victim")))
    assert (False, ()) == (read.consistent, read.answers)
