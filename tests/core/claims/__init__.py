"""What is said: claims, offers, results, the count; and the end of a game."""
