"""From raw levels to edges, and which sensors are not to be believed."""
