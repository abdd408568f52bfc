"""The dialogue on port 1982 by which browser-based servers read electronic chess boards."""
