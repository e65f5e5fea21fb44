"""What is so: of each target, of a value that a rival has, and of a formula that somebody asks about."""
