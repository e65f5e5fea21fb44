"""Abbey: monks as cards that travel, and the one that no player ever holds."""
