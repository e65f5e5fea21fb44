"""Pages about one case, and what is found out for them in another process."""
