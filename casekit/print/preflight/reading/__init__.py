"""The text of a finished file and where it is, as PDFium reads it."""
