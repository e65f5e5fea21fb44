"""The rooms of Midnight: the answers to all that casekit asks a game (``casekit.kit.interface``)."""
