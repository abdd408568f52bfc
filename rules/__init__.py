"""The laws of the games, as pure values and functions.

Nothing here knows of sensors, networks or time; nothing here imports another package of ours.
`rules.game` is the interface that every game satisfies, `rules.touch` the law of touched men,
`rules.registry` finds a game by name.
"""
