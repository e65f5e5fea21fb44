"""The game as casekit sees it."""

from casekit.kit.interface import Game, later
from caskets.forms import DIALECT

GAME = Game(
    name="caskets",
    title="Caskets",
    api=1,
    dialect=DIALECT,
    read=later("caskets.puzzle:read"),
    interrogation=later("caskets.puzzle:interrogation"),
)
