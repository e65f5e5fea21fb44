"""Questions of editors, in the words of the protocol.

The answers are ``features/``'s, which does not know it.
"""
