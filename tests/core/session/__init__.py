"""A session as a whole: stages, commands, the arbiter, restarts."""
