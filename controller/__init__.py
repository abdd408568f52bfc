"""The controller of an electronic game board.

`controller.core` is the pure, synchronous heart; `controller.journal` keeps what happened;
`controller.shell` is the only code that waits, talks and reads clocks.
"""
