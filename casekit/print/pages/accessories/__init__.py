"""Painters of what is used beside a booklet: cards, pieces, stickers, plans, leaflets, grids, a flap."""
