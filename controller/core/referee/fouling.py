"""Fouls of touching (XQ-9.1.5, XQ-9.1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.core.referee.touches import Touch, by_law
from controller.core.state import State
from rules.deed import Doubt, Named


def fouls(state: State, touches: Sequence[Touch]) -> list[Named]:
    """Fouls of touching that have not been told (XQ-9.1.5, XQ-9.1.6), of pieces that stand again.

    While its clock ran, the other player may have put its own pieces straight: that is no foul. A
    second foul with the same piece is in doubt: its sensor may lose it.
    """
    position, standing = state.game.position, state.sensing.standing
    doubtful = {touch.point for touch in touches if touch.doubtful}
    knocked = by_law(position, touches, state.settings.timings.together_ms).knocked
    points = [t.point for t in touches if standing >> t.point & 1 and t.point not in knocked]
    found = []
    for foul in state.game.game.touch_fouls(position, points, state.game.rulebook):
        unsure = not doubtful.isdisjoint(foul.points)
        men = [position.piece_at(point) for point in foul.points]
        his = all(man is not None and man.side != state.game.to_move for man in men)
        straightened = unsure and his and state.clock is not None
        again = state.duty.charged.issuperset(foul.points)
        if not (straightened or state.duty.fouled.issuperset(foul.points)):
            doubt = Doubt.LOST_MAN if again else Doubt.WHOSE_HAND if unsure else None
            found.append(replace(foul, doubt=doubt))
    return found
