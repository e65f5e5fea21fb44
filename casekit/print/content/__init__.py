"""Printed content, before anything is known of how it is printed: values that any game fills in."""
