"""Write, prove and print detective cases for Midnight Murder Mysteries."""

__version__ = "0.1.0"
