"""Input and output of a running command: the guarded terminal, findings, results, progress, the exit status."""
