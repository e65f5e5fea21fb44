"""The `facts` that a case declares and an edition adds: clocks, groups, distances; lines that are known in their scope."""
