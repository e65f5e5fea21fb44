"""The printed parts of vigils, as page content: faces of monks, sheets and memo grids."""
