"""The forms findings are shown in. Each is a pure function from a report to a text that ends its last line."""
