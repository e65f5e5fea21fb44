"""What is wrong with a theory and what would repair it: lines that contradict each other, and facts that nobody tells."""
