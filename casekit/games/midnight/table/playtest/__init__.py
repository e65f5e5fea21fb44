"""Cases for people: what a page needs to let them play, and what their games say beside simulated ones."""
