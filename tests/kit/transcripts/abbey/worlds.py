"""Abbey by counting evenings: every deal, and from it every way in which the cards can have gone that nobody names."""

from itertools import combinations, permutations, product

LOOKS = ("order", "rank", "beard", "hood", "build")


def worlds(vigil):
    """Evenings, each the answers and the holder of every card after every line."""
    cards = [monk.slug for monk in vigil.deck.monks]
    seats = [player.name for player in vigil.players for _ in range(player.hand_size)]
    places = [*seats, "abbey", *["parlor"] * (len(cards) - 1 - len(seats))]
    own = vigil.hand.cards if vigil.hand else ()
    rest = [card for card in cards if card not in own]
    for _ in own:
        places.remove(vigil.seat)
    for order in sorted({*permutations(places)}):
        held = dict.fromkeys(own, vigil.seat) | dict(zip(rest, order, strict=True))
        yield from _evenings(vigil, [tuple(held[card] for card in cards)], cards, 0)


def _evenings(vigil, course, cards, masses):
    """Every way in which an evening can go on whose holders so far are given, line by line."""
    if len(course) > len(vigil.play):
        guilty = vigil.deck.monks[course[0].index("abbey")]
        world = {"guilty": guilty.slug} | {f"guilty-{look}": getattr(guilty, look) for look in LOOKS}
        for line, holders in enumerate(course):
            world |= {f"held({card}, {line})": held for card, held in zip(cards, holders, strict=True)}
        yield world
        return
    event = vigil.play[len(course) - 1]
    masses += event.form == "mass"
    for after in sorted(_after(vigil, event, course[-1], masses)):
        yield from _evenings(vigil, [*course, after], cards, masses)


def _after(vigil, event, holders, masses):
    """Who can hold what after a line."""
    at = _Hands(vigil, holders, masses)
    ways = MOVES[event.form](at, event["who"], event["whom"], event) if event.form in MOVES else [()]
    return {at.going(*moves) for moves in ways}


class _Hands:
    """Who holds which cards, by their places in the deck."""

    def __init__(self, vigil, holders, masses):
        self.names, self.holders, self.masses = vigil.names, holders, masses

    def of(self, holder):
        return [at for at, each in enumerate(self.holders) if each == holder]

    def going(self, *moves):
        found = [*self.holders]
        for cards, to in moves:
            for at in cards:
                found[at] = to
        return tuple(found)

    def mass(self, *_):
        given = [combinations(self.of(name), min(self.masses, len(self.of(name)))) for name in self.names]
        left = (*self.names[1:], self.names[0])
        return [[*zip(each, left, strict=True)] for each in product(*given)]

    def shambles(self, *_):
        having = [name for name in self.names if self.of(name)]
        return [
            [([at], name) for at, name in zip(mixed, having, strict=True)]
            for each in product(*map(self.of, having))
            for mixed in permutations(each)
        ]


MOVES = {
    "taking": lambda at, who, whom, _: [[([card], who)] for card in at.of(whom)],
    "returning": lambda at, who, whom, _: [[([card], whom)] for card in at.of(who)],
    "drawing": lambda at, who, *_: [[([card], who)] for card in at.of("parlor")],
    "swapping": lambda at, who, whom, _: [[(at.of(who), whom), (at.of(whom), who)]],
    "exchanging": lambda at, _, whom, event: [
        [([one], event["with"]), ([two], whom)] for one in at.of(whom) for two in at.of(event["with"])
    ],
    "mass": _Hands.mass,
    "alibi": lambda at, *_: [[(shown, "out")] for shown in product(*filter(None, map(at.of, at.names)))],
    "shambles": _Hands.shambles,
}


def agrees(vigil, event, world):
    """Whether a line is what somebody in the seat sees of such an evening."""
    seen = _Seen(vigil, event, world)
    return event.form not in SEEN or SEEN[event.form](seen, event, event["who"], event["whom"], event["card"])


class _Seen:
    """An evening at one of its lines."""

    def __init__(self, vigil, event, world):
        self.vigil, self.line, self.world, self.deck = vigil, event.number, world, vigil.deck.by_slug

    def hand(self, holder, before=0):
        return {card for card in self.deck if self.world[f"held({card}, {self.line - before})"] == holder}

    def like(self, traits):
        return {card for card in self.deck if {*traits} <= {*self.deck[card].traits}}

    def went(self, card, source, target):
        return card is None or (card in self.hand(source, 1) and card in self.hand(target))

    def shown(self, deed, player, traits):
        found = self.hand(player) & self.like(traits)
        return bool(found) == deed["shows"] and (not deed["card"] or deed["card"] in found)

    def ever(self, player):
        return set().union(*(self.hand(player, before) for before in range(self.line + 1)))

    def cleared(self, event, whom, card):
        told = {"yes": self.world["guilty"] != card, "no": card not in self.ever(whom), "silence": True}
        return told[event["answer"]]

    def counted(self, event, whom):
        if event["count"] == "silence":
            return True
        if event["traits"] is None:
            return len(self.ever(whom)) <= len(self.deck) - event["count"]
        return len(self.hand(whom) & self.like(event["traits"])) == event["count"]

    def passed(self, event):
        names = self.vigil.names
        for deed in event["moved"]:
            at = names.index(deed["player"])
            ends = (at, (at + 1) % len(names)) if deed["gives"] else (at - 1, at)
            if not all(self.went(card, *(names[each] for each in ends)) for card in deed["cards"]):
                return False
        return True

    def mixed(self, event):
        """Whoever gives one card and receives another one has that in the place of this, and all else as before."""
        for player in {deed["player"] for deed in event["moved"]}:
            before, after = self.hand(player, 1), self.hand(player)
            given, got = (
                {
                    card
                    for deed in event["moved"]
                    if (deed["player"], deed["gives"]) == (player, so)
                    for card in deed["cards"]
                }
                for so in (True, False)
            )
            if not (given <= before and after == before - given | got and (given == got or not got & before)):
                return False
        return True


SEEN = {
    "taking": lambda at, _, who, whom, card: at.went(card, whom, who),
    "returning": lambda at, _, who, whom, card: at.went(card, who, whom),
    "drawing": lambda at, _, who, __, card: at.went(card, "parlor", who),
    "exchanging": lambda at, event, _, whom, card: (
        at.went(card, whom, event["with"]) and at.went(event["other"], event["with"], whom)
    ),
    "having": lambda at, event, _, whom, card: {
        "yes": card in at.hand(whom),
        "no": card not in at.hand(whom),
    }.get(event["answer"], True),
    "clearing": lambda at, event, _, whom, card: at.cleared(event, whom, card),
    "counting": lambda at, event, _, whom, __: at.counted(event, whom),
    "requesting": lambda at, event, _, whom, __: at.shown(event, whom, event["traits"]),
    "suspicion": lambda at, event, *_: all(
        at.shown(deed, deed["player"], [event["trait"]]) for deed in event["shown"]
    ),
    "alibi": lambda at, event, *_: all(
        at.went(deed["card"], deed["player"], "out") for deed in event["shown"]
    ),
    "looking": lambda at, event, _, whom, __: not event["cards"] or at.hand(whom) == {*event["cards"]},
    "swapping": lambda at, event, *_: not event["cards"] or at.hand(at.vigil.seat) == {*event["cards"]},
    "glimpsing": lambda at, event, _, whom, __: {*event["cards"]} <= at.hand(whom),
    "accusing": lambda at, event, _, __, card: (
        at.world["guilty"] == card if event["right"] else card in at.hand(event["by"])
    ),
    "mass": lambda at, event, *_: at.passed(event),
    "shambles": lambda at, event, *_: at.mixed(event),
}
