"""Figures of documents, their changes between versions, and the thresholds that they are held to."""
