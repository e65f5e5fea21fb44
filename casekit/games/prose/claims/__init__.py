"""What sentences of prose seem to say of declared facts, held against the truth and against the lines of their paragraph."""
