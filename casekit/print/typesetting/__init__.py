"""Text as it is set: prose in HTML, the bundled faces and their letters, page templates, and a small door to WeasyPrint."""
