"""Why something follows: found forward, line by line, cut to the steps needed, numbered and verified."""
