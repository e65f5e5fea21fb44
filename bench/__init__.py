"""What casekit's work costs beside the work of named peers. ``make bench`` prints the table; nothing is asserted."""
