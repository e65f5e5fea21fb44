"""The rooms of Midnight: all that the rest of casekit asks Midnight, room by room (``casekit.kit.interface``)."""
