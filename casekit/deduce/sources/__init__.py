"""Which sources a conclusion takes: the fewest, every minimal set, those of no help, how many may stay unread."""
