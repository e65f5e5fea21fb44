"""Whether prose and logic say the same: names, times, counts, quotations, and words or lines that have no counterpart."""
