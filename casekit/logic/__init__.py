"""The frozen values every stage shares: typed formulas, theories and verdicts."""
