"""One module for each command, or for a pair of commands that belong together."""
