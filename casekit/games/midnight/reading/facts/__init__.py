"""What a case declares in `facts` and what the edition adds: clocks, groups, distances; lines that are known in their scope."""
