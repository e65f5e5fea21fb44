"""Questions of editors, in the words of the protocol; the answers are ``answering/``'s, which does not know it."""
