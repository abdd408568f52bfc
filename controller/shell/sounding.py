"""What is heard, and when: presses that count, questions, irregularities, flags, the end, faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import Clock, Irregularity, Message, Question, Result
from drivers.buzzer import Buzzer, Sound
from drivers.ports import Fault, WorldFault

if TYPE_CHECKING:
    from collections.abc import Sequence


class Bell:
    """A buzzer in the service: told of messages by the loop, kept going by the thread that scans."""

    def __init__(self, buzzer: Buzzer) -> None:
        self._buzzer = buzzer
        self._pressed = False
        self._faulty = False

    def pressed(self) -> None:
        """A key was pressed; whether it counts, the session will say."""
        self._pressed = True

    def hear(self, messages: Sequence[Message]) -> None:
        """Sounds for the most important of what is published."""
        for message in messages:
            sound = self._sound(message)
            if sound is not None:
                self._buzzer.sound(sound)

    def step(self, at_ns: int, *, faulty: bool) -> Sequence[Fault]:
        """Goes on with what sounds.

        Args:
            faulty: whether something cannot be read or written now; each time it begins, that sounds.

        Returns:
            Why the buzzer itself cannot be switched.
        """
        if faulty and not self._faulty:
            self._buzzer.sound(Sound.FAULT)
        self._faulty = faulty
        try:
            self._buzzer.step(at_ns)
        except WorldFault as fault:
            where = f"the buzzer, {fault.where}"
            return (Fault(symptom=fault.symptom, where=where, remedy=fault.remedy),)
        return ()

    def _sound(self, message: Message) -> Sound | None:
        match message:
            case Clock(flag=str()):
                return Sound.FLAG
            case Clock():
                # A press is told by the clock that it sets going; the one that a move sets going is no press.
                counted = self._pressed and message.running is not None and message.why is None
                self._pressed = False
                return Sound.PRESS if counted else None
            case Question():
                return Sound.QUESTION
            case Irregularity():
                return Sound.IRREGULARITY
            case Result():
                return Sound.END
            case _:
                return None
