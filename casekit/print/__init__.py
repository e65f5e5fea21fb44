"""From page content to a finished PDF, and back from the PDF to what it says: ``produce`` joins what the folders do."""
