"""Text as it is set: prose in HTML, bundled faces and letters, page templates, a small door to WeasyPrint."""
