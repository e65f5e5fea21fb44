"""From page content to a finished PDF, and back from the PDF to its text; ``produce`` joins the steps."""
