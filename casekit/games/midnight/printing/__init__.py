"""What is printed of an edition and its cases, as content for pages."""
