"""What the rest of casekit asks Midnight, room by room (``casekit.kit.interface``)."""
