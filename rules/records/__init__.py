"""Records in files with tags (PGN and its relatives): what they have in common."""
