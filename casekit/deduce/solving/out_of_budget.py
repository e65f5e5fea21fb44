"""The exception for a question that is too hard."""


class OutOfBudgetError(Exception):
    """A question was too hard; the message says what was given up after how much."""

    @classmethod
    def after(cls, conflicts: int) -> "OutOfBudgetError":
        """The exception of a solver that met this many conflicts."""
        return cls(f"the solver gave up after {conflicts:,} conflicts")


class TooManySourcesError(OutOfBudgetError):
    """A question was not asked, since its answer would be looked for among too many sources."""
