"""The ink on each spot of a page."""
