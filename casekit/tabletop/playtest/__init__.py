"""Pages on which people play a document one paragraph at a time, and the logs that they send back."""
