"""The game as casekit sees it."""

from functools import cached_property

from casekit.kit.defaults.game import PlainGame
from caskets.forms import DIALECT


class Caskets(PlainGame):
    """One of three caskets holds a portrait."""

    name = "caskets"
    title = "Caskets"
    api = 2
    dialect = DIALECT

    @cached_property
    def language(self):
        from caskets.puzzle import CasketsLanguage

        return CasketsLanguage(self)

    @cached_property
    def theory(self):
        from caskets import puzzle

        return puzzle


GAME = Caskets()
