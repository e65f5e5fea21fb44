"""The printed parts of an edition and its cases, as content for pages."""
