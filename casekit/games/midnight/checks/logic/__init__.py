"""Checks by logic: truth and lies, the deduction, the solution, the rules, and how hard the case is."""
