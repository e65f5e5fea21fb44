"""What is raised when a question is too hard."""


class OutOfBudgetError(Exception):
    """A question was too hard; the message says what was given up after how much."""

    @classmethod
    def after(cls, conflicts: int) -> "OutOfBudgetError":
        """The solver met so many conflicts."""
        return cls(f"the solver gave up after {conflicts:,} conflicts")


class TooManySourcesError(OutOfBudgetError):
    """A question was not asked, since its answer would be looked for among too many sources."""
