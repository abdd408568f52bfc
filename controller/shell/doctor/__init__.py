"""`touchmove doctor`: one module a kind of examination, each from what it looks at to what it finds."""
