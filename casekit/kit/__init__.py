"""The kit that games are made of: their interface, the table of games, editions, defaults, transcripts."""
