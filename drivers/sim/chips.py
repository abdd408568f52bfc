"""Models of chips by their old address; see the modules beside this one."""

from drivers.sim.mcp23017 import Mcp23017

__all__ = ["Mcp23017"]
