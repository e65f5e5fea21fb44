"""A finished PDF read back: what it says, and what a print shop or a screen reader asks of it."""
