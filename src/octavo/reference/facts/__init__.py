"""What is said about a value: `about` its type, marks and facts, `rules` what else it follows."""
