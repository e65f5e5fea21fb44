"""The printed parts of scenarios, as page content."""
