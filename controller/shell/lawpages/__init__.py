"""Pages of the laws for arbiters, made from the data that the referee executes."""
