"""Midnight Murder Mysteries: its edition, its cases, its theory, its checks and its pages."""
