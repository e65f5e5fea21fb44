"""The stages between the bytes of a case and its verdict that more than one question goes through, one a module."""
