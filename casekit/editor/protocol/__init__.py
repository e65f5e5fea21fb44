"""What editors ask, in the words of the protocol; the answers are ``answering/``'s, which knows none."""
