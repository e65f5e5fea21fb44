"""Transcripts made to measure, from simulated games."""
