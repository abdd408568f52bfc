"""The clock of a game: what a press does, flags, stops and corrections.

A move that is made and a turn that is over are two things: the first is the board's finding, the
second the press (FIDE-6.2.1, CH-6.5). A press is not always right when it comes, nor is it always
there when the move is known; each waits for the other. A forgotten press is never pointed out
(XQ-6, FIDE-12.6).
"""
