"""Figures of documents: thresholds of levels, figures beside each other, and pages of them. A game brings the figures."""
