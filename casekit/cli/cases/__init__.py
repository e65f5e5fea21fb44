"""The cases that a command is given, and answers to what it is asked about one."""
