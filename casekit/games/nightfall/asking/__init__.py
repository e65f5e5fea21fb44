"""An evening as a deduction problem: who the murderers are, from what the seat saw and what everybody says."""
