"""What a finished file says and where, as PDFium reads it."""
