"""Proofs and figures as web pages and pictures that need nothing else."""
