"""Printed content, before anything is known of how: values that any game fills in, and what a file of them should be."""
