"""Questions of editors, in the words of the protocol; the answers are ``features/``'s, which does not know it."""
