"""A simulated bench: chips, buses, a board of magnets and hands, for tests and the demo."""
