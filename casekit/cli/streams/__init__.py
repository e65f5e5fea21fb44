"""What goes in and out while a command runs: the guarded terminal, findings, results, progress, the exit status."""
