"""The pure, synchronous core: inputs in, effects out, time as an argument."""
