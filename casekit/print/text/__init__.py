"""Text as it is set: prose in HTML, the bundled faces and their letters, page templates, and WeasyPrint behind a small door."""
