"""A theory as propositions: terms and formulas as nodes of a circuit, and what counting adds to them."""
