"""Measures a built site as readers and browsers meet it; `make quality` prints the table."""
