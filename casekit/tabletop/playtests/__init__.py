"""Documents for people who play them at a screen, and the logs that they send back."""
