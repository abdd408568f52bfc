"""What people ask for and what the board keeps of it: clock, claims, penalties, commands, the record."""
