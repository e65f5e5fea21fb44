"""Why something follows: found forward one line at a time, cut to the steps that are needed, numbered, and verified."""
