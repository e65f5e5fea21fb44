"""A theory as propositions: its ground terms and formulas as nodes of a circuit with clauses, and what counting adds to them."""
