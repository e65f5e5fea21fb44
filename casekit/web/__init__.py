"""Pages that a writer opens in a browser, served from this computer to this computer alone."""
