"""The claims that sentences of prose seem to make of declared facts, held against the truth and against the lines of their paragraph."""
