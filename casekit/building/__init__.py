"""A build: what to print of an edition, its files, and what the next build remembers."""
