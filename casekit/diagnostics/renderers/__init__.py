"""The forms findings are shown in; each is a pure function from a report to a text with a last line end."""
