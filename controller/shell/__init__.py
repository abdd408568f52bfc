"""Everything that waits, talks, reads clocks or touches files: the only asynchronous code."""
