"""Faults in print: capitals, marks, pictures, length, repetition, what gives the shuffle or the draft away."""
