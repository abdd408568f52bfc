"""What each oddity costs a reading, and the times that hands and magnets need.

Prices say how unlikely something is beside what people usually do: a plain move costs `PLY` and
nothing else. They were set by hand and tried on simulated games; only their order matters much.
"""

# Times

KNOCKED_MIN = 3
"""Men that leave the board together were knocked over; no move of one hand lifts as many at once."""
ROLLED_MS = 250
"""One of them who is felt elsewhere by then was not set down there: he has rolled."""
SWEEP_MIN = 3
SWEEP_MS = 100
"""A sleeve that passes over at least as many men in a line goes from one to the next in this time."""
GLITCH_MS = 40
"""Nobody lifts a man and sets one down in less: cross-talk, chatter, a passing magnet."""
HOLD_MS = 300
"""Men who have been put right must stand for this long: a hand may still be among them."""
HELD_MS = 20_000
"""Nobody holds the last man of a move, his rook in castling, in the air for so long."""
THOUGHT_MS = 8000
"""A player who has lifted his man may hold him for so long and think; afterwards somebody else may have taken him off."""
UNREAD_MAX_MS = 5000
"""For so long points that cannot be read are waited for; a chip that is away for longer may not come back."""
STONES_MS = 50
"""Two stones come at least so far apart: another hand sets each down, and has seen the last one."""
ONE_HAND_MS = 300
"""Two stones of one side come at least so far apart: the hand that sets both down takes the second one from the bowl."""
CARRIED_MS = 150
"""No hand carries a man to a point that is not next to his in less."""
FLIGHT = 4
"""No hand carries a man over so many points within `GLITCH_MS`: not quickly, impossibly."""
MOVED_MS = 60
"""No hand lifts a man and sets him down on another point in less."""
IDLE_MS = 1000
"""A sensor that changes so far from everything else changes by itself, as a rule: nobody is at work for so long before his turn."""
HANDS_MS = 75
"""A hand that takes stones off one by one needs so long for each (two of them in `together_ms`)."""
TOUCHED_MS = 250
"""A man who is off his point for less may only have been touched; hands that exchange men take longer, as a rule."""
HASTE_MS = 200
"""An opponent who sees where a man goes may have his own in the hand so long before that one lands."""
OVERLAP_MS = 400
"""A man dragged over the edge of its square is felt by the new sensor before the old one lets go."""

EXCHANGE_MS = 500
"""A whole exchange of men, from the first lift to the landing, hardly falls into less."""
FREE = 0.2
CROSSING = 0.5
"""A man passes over a point."""
HESITATION = 2.0
"""A man is held or rests over a point, then goes on."""
STOOD = 8.0
"""A man stood on a point long enough to be released there, and then left."""
SET_BETTER = 1.0
"""A man is taken up for a moment just after he was set down, and stands on the same point again."""
BUMP = 1.0
"""A neighbour of the hand's work is jolted."""
FAR_BUMP = 3.0
SWEPT = 0.5
"""One of several men in a row that a sleeve passed over."""
SWAPPED = 30.0
"""The sensor tells that another man was put there: no jolt, and no man put back."""
PUT_BACK = 2.0
ENEMY_PUT_BACK = 3.0

# Steps of a move

UNSEEN = 5.0
"""A capture of which only the capturer's lift was seen."""
UNSEEN_BLIND = 1.0
"""The same while the point could not be read."""
TOO_QUICK = 4.0
"""An exchange of men faster than hands: more likely chatter."""
SOON_GONE = 3.0
"""A man is taken from its new point sooner than it would have been only crossed."""
JOLT_MS = 50
"""A hand that takes a man jolts its neighbours within this time."""
DRAGGED = 0.5
"""The new point was felt before the old one let go."""
DRAGGED_SLOWLY = 2.0
FELT_TWICE = 8.0
"""The same though the points are far apart: no man stands on both."""
KNOCKED = 8.0
"""A man that leaves in the same moment as two others was knocked over, not taken by a hand."""
LAW_BROKEN = 1.0
"""The law's order was not kept, the move is the same (the rook lifted before the king)."""

# Lines of moves

MARGIN = 1.9
"""Readings dearer than the cheapest by more than this are given up. Less than a hesitation, so that a
man that has rested beyond a slide is taken to have been set down once the opponent replies."""
PLY = 0.5
UNDER_WAY = 0.3
FORGOTTEN = 3.0
"""The opponent replies while captured men are still on the board: less likely than a capture of which all men are off."""
ENEMY_LIFTED = 0.5
"""An opponent's man is in the air that can be captured, by the man in the hand if there is one."""
ENEMY_WAITS = 2.0
"""The same for long, and no man is lifted to capture it."""
ENEMY_IDLE = 6.0
"""An opponent's man is in the air that cannot be captured: the opponent is more likely to reply."""
OUT_OF_ORDER = 2.0
"""A ply begins before the one before it can have been seen to land."""
TAKEN_SOON = SOON_GONE - CROSSING - OUT_OF_ORDER
"""A man is taken who was held to be in passing and landed only then, with his captor in the hand: that has been paid for."""
BACKWARDS = 8.0
"""A ply is over before the one before it can have been seen to land."""
FROM_NOWHERE = 3.0
"""A man is felt where none was in the air."""
NOT_HIS_TURN = 2.0
"""A man is moved about that its side may not move now."""
IRREGULAR = 20.0
IRREGULAR_POINT = 2.0

HELD = 8.0
"""A man stays in the air while others move."""
CROWDED = 1.5
"""A hand holds more than one man of a side."""

ODD = 8.0
"""A reading that costs so much beside its plies is none that hands give cause for: hands that were simulated
on sound sensors, however messy, stayed below it. Nothing is made of it without asking."""
DOUBT_MARGIN = 4.0
"""Where a step was not seen, another move is in question unless it is dearer by this."""

PLIES_MAX = 4
"""Plies within one window; more only pile up behind a question, and branches follow those."""
STONES_MAX = 8
"""The same of stones (Go) of which nobody has seen which came first: so many are held to be no mess."""
REPLIED_MAX = 64
"""Moves that are asked about where nothing at all was felt of the one that was made."""
NODES_MAX = 200
"""Lines looked at for one window; a board in a mess is not worth more (it is irregular)."""
BAD_MAX = 2
"""Sensors known to be bad beside which one more is not held to be so without asking."""
