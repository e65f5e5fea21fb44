"""From page content to a finished PDF, and back from the PDF to what it says.

``content`` is what is printed; ``numbering.number_booklet`` numbers its paragraphs; ``booklet.print_booklet`` and
``sheet.print_sheet`` make PDFs; ``preflight.preflight`` reads a booklet back; ``files.write_atomically`` keeps it.
"""
