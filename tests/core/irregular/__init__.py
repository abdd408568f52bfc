"""What no law allows, and its name."""
