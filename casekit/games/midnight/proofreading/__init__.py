"""A case for its proofreader: its prose beside its lines, who was where, and the version without logic."""
