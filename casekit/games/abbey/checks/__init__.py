"""The rules of a vigil: the deal, what goes from hand to hand, what is shown and accused."""
