"""Claims, facts and conclusions as a graph of what bears on what, and the claims that are of no use in it."""
