"""Layered graphs, such as the evidence for a proof, drawn as SVG."""
