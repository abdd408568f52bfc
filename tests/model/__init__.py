"""Random programs of games, and a plain model that says what the board must make of them."""
