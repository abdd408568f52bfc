"""What is done to the project itself: set up, locked, packed."""
