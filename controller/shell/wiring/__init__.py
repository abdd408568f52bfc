"""How a board is wired, worked out from its configuration: a drawing, the parts, the currents."""
