"""Evenings on which coins are weighed at random."""

from casekit.kit.transcripts.document import Seated
from casekit.kit.transcripts.generator import GeneratorSpec, decided_in_time
from scales.evening import Evening, Owned, Weighing

NAMES = ("ANNA", "BEN", "CLEO", "DORA")


def _simulated(random, deck, players, level):
    coins, seats = [each.slug for each in deck], [Seated(name) for name in NAMES[:players]]
    holders = ("forger", *NAMES[:players])
    truth = tuple(map(Owned, holders, random.sample(coins, len(holders))))
    forged, play = truth[0].coin, []
    for number in range(1, 20):
        taken = random.sample(coins, 2 * random.randint(1, 2))
        left, right = tuple(taken[::2]), tuple(taken[1::2])
        sinks = "right" if forged in left else "left" if forged in right else "neither"
        play.append(Weighing(number, random.choice(seats).name, left, right, sinks))
    for own in truth[1:]:
        evening = Evening("", tuple(seats), own.holder, own, tuple(play), truth, level, deck=deck)
        if found := decided_in_time(evening):
            yield found


MAKING = GeneratorSpec(_simulated)
