"""What the sensors of a board are wired to: one module a family of chips, from its keys in [sensors] to its driver."""
