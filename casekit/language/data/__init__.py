"""TOML and JSON that somebody else wrote: read with places for findings, and held against schemas."""
