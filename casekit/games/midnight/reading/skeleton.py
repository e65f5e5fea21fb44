"""The first draft of a case: every path there, everything still to do."""

from casekit.games.midnight.edition import AnswerPath, Edition

_DRAFT = """\
title: {title}
level: amateur  // amateur | expert
author: TODO
victim: TODO

== presentation
TODO

== terms
// The answers that the deduction sheet allows. The label is printed, the slug is used in formulas.
motive revenge "Revenge"
motive greed "Greed"
motive none "None: it was an accident"
method poison "Poison"
method push "A push"

== facts
// What can be so or otherwise, and what statements speak of.
room(suspect): location  // where each was at the time

== rules
// What every reader takes for granted is `common`; any other rule ends in words of the presentation. For instance:
// common every suspect X: room(X) = {location} implies culprit = X

== truth
culprit = {culprit}
motive = revenge
method = poison

{paragraphs}
== solution
TODO
"""


def skeleton(title: str, edition: Edition) -> str:
    """The text of a new case with all paths of an edition."""
    paragraphs = []
    for path in edition.paths:
        if isinstance(path, AnswerPath):
            topic = edition.topics_by_slug[path.topic]
            about = topic.question or topic.name
        else:
            about = edition.locations_by_number[path.location].name
        paragraphs.append(f"== {path}  // {about}\nTODO\n")
    return _DRAFT.format(
        title=" ".join(title.split()),
        culprit=edition.suspects[0].name,
        location=edition.locations[0].slug,
        paragraphs="\n".join(paragraphs),
    )
