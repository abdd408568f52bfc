"""Many boards on one desk: a program of its own that follows them over the broker."""
