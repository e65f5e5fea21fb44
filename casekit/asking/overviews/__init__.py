"""A document at a glance: how far it is written, its sources in rows and columns, what may be written in it."""
