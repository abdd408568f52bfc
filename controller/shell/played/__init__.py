"""The games of a journal, for people to look through: what each was, and its board ply by ply."""
