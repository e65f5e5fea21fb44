"""The printed parts of evenings, as page content."""
