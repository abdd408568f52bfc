"""The law, applied to what hands did by the likeliest explanation.

What is read: the log of a ply, the world of a hypothesis, the record. Never an edge: what a sensor
may have made up is for `belief` to weigh.

posterior, touches, castling <- duty <- naming, restoring <- remedies <- promoting <- telling
"""
