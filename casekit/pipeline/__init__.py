"""The order of the stages, from a file to findings, answers and pages: the README lists the modules."""
