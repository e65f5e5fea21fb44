"""Two versions of a document beside each other: their figures, and what changed in their texts."""
