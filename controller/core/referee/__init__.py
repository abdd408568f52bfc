"""The law, applied to what hands did by the likeliest explanation: touches, names, remedies, restoring.

What is read: the log of a ply, the world of a hypothesis, the record. Never an edge: what a sensor
may have made up is for `belief` to weigh.

`posterior` <- `touches`, `naming` <- `duty`, `restoring` <- `remedies` <- `promoting` <- `telling` <- `referee`
"""
