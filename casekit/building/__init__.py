"""A build: what to print of an edition, the files that come of it, and what is remembered for the next one."""
