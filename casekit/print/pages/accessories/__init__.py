"""Painters of what is used beside a booklet: cards, pieces, stickers, a plan, a track, leaflets, grids, a flap."""
