"""From a document to what its writer gets, whatever is still wrong with it."""
