"""Whole games played by hands, magnets and sensors as physics has them: a second opinion beside `evening`.

Pieces have places in millimetres, hands have speeds, sensors feel fields. What the line of moves says is the truth that
the board's messages are judged by. The model, its numbers and its limits: docs/physical-hands.md.
"""
