"""What the parts of a spoken time may mean, in minutes since the day began."""

Readings = frozenset[int]

HOUR = 60
HALF_DAY = 12 * HOUR
DAY = 2 * HALF_DAY


def readings(hour: int, minute: int, *, exact: bool = False) -> Readings:
    """An hour and minutes after or, below 0, before it. An hour up to twelve may be one of either half of the day."""
    at = hour * HOUR + minute
    if exact or not 1 <= hour <= HALF_DAY // HOUR:
        return frozenset((at % DAY,))
    return frozenset((at % DAY, (at + HALF_DAY) % DAY))
