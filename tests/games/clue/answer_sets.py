"""The second route: a puzzle as an answer set program, read from its transcript past casekit's theory and solver."""

import clingo

from casekit.games.clue.puzzle import OPEN, Suggestion

FRAME = """
1 { h(C,P) : holder(P) } 1 :- card(C,_).
holder("envelope").
holder(P) :- size(P,_).
:- card(_,K), #count { C : h(C,"envelope"), card(C,K) } != 1.
:- size(P,N), #count { C : h(C,P) } != N.
:- own(C,P), not h(C,P).
{ read(1..lines) }.
:- read(L), passes(L,P), names(L,C), h(C,P).
:- read(L), shows(L,P), not h(C,P) : names(L,C).
:- read(L), shows(L,P,C), not h(C,P).
:- read(L), accuses(L,right), names(L,C), not h(C,"envelope").
:- read(L), accuses(L,wrong), h(C,"envelope") : names(L,C).
#defined own/2. #defined passes/2. #defined shows/2. #defined shows/3. #defined accuses/2. #defined names/2.
#show h/2.
"""


class AnswerSets:
    """The deals of a puzzle: one answer set each, once it is fixed which lines have been read."""

    def __init__(self, puzzle):
        self.lines = len(puzzle.play)
        self.control = clingo.Control(["--warn=none", "--enum-mode=brave", "--models=0"])
        self.control.add("base", [], f"#const lines={self.lines}." + FRAME + "\n".join(_facts(puzzle)))
        self.control.ground([("base", [])])

    def open(self, read):
        """The pairs of a card and somebody who holds it in some deal that agrees with the first lines."""
        seen = ()
        assumptions = [
            (clingo.Function("read", [clingo.Number(at)]), at <= read) for at in range(1, self.lines + 1)
        ]
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                seen = model.symbols(shown=True)
        return {tuple(argument.string for argument in symbol.arguments) for symbol in seen}


def _facts(puzzle):
    for card in puzzle.deck.cards:
        yield f'card("{card.slug}","{card.kind}").'
    for player in puzzle.players:
        yield f'size("{player.name}",{player.hand_size}).'
    if puzzle.hand is not None:
        yield from (f'own("{card}","{puzzle.hand.holder}").' for card in puzzle.hand.cards)
    for at, event in enumerate(puzzle.play, 1):
        yield from (f'names({at},"{card}").' for card in event.cards)
        if not isinstance(event, Suggestion):
            yield f"accuses({at},{'right' if event.right else 'wrong'})."
            continue
        for answer in event.answers:
            if not answer.shows:
                yield f'passes({at},"{answer.player}").'
            elif answer.card and puzzle.seat in {OPEN, event.player, answer.player}:
                yield f'shows({at},"{answer.player}","{answer.card}").'
            else:
                yield f'shows({at},"{answer.player}").'
