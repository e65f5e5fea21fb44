"""What a case declares in `facts` and what the edition adds: clocks, groups, distances."""
