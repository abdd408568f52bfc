"""What players and the record say besides moves: offers, claims, the count, the end and the beginning of a game."""
