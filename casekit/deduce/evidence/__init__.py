"""What bears on what: claims, facts and conclusions as a graph, and the claims that are of no use in it."""
