"""Records of Go in SGF: text in, text out."""

from rules.go.sgf_read import read_sgf
from rules.go.sgf_write import write_sgf, writer

__all__ = ["read_sgf", "write_sgf", "writer"]
