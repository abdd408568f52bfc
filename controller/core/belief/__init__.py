"""What the board believes: a beam of hypotheses of the physical world, and what is said of them."""
