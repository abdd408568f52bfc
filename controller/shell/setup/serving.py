"""The addresses of the set-up page, and the program behind it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.shell.arguments import called
from controller.shell.calibrating import save
from controller.shell.setup import draft
from controller.shell.setup.board import SCAN_S, LiveBoard, fault_told
from controller.shell.setup.holding import BoardService, holder
from controller.shell.toml_section import ConfigError
from controller.shell.web.app import WebApp, static_files
from controller.shell.web.events import Viewers
from controller.shell.web.security import Guard, Rate, Tokens, refuse, unless_allowed
from drivers.ports import WorldFault
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from pathlib import Path

    from starlette.applications import Starlette
    from starlette.requests import Request

    from controller.core.messages import Json
    from controller.shell.config_types import Config

ROLE: Final = "operator"
BODY_MAX: Final = 16_384
"""Bytes of an answer of the page; a list of 361 points has 3,000."""


class HeldError(Exception):
    """The electronics are another program's, or its service cannot be stopped or started from here.

    Attributes:
        held: "service" or "process"; "stop" or "start" where that has failed.
        process: its number and command.
    """

    def __init__(self, held: str, process: str = "") -> None:
        super().__init__(f"the board's electronics are held ({held} {process})".rstrip())
        self.held = held
        self.process = process


class Setup:
    """What the page works on: the file to be written, the profiles, and the board that is open.

    Args:
        simulated: models stand in the place of every board's chips.
        odd: see `LiveBoard`.
        service: the board's own service, which may hold the electronics; None where no real ones are opened.
    """

    def __init__(
        self,
        file: Path,
        *,
        simulated: bool = False,
        odd: int | None = None,
        service: BoardService | None = None,
    ) -> None:
        self.file = file
        self._service = service
        self.profiles = {each.name: each for each in draft.profiles(file)}
        self._simulated, self._odd = simulated, odd
        self._chosen: draft.Profile | None = None
        self._board: LiveBoard | None = None

    def told(self) -> Json:
        """What there is to choose from."""
        return {
            "file": str(self.file),
            "exists": self.file.exists(),
            "simulated": self._simulated,
            "program": called(),
            "stopped": self._service is not None and self._service.stopped,
            "chosen": None if self._chosen is None else self._chosen.name,
            "profiles": [each.told() for each in self.profiles.values()],
        }

    def choose(self, name: str) -> None:
        """Opens the board of a profile.

        Raises:
            RulesError: there is none.
            HeldError: another program works on the electronics; the profile is not chosen.
            WorldFault: its hardware cannot be opened; the profile is chosen all the same.
        """
        if name not in self.profiles:
            raise RulesError("there is no such profile")
        self.close()
        config = self.profiles[name].config
        self._look_out(config)
        self._chosen = self.profiles[name]
        self._board = LiveBoard(config, simulated=self._simulated, odd=self._odd)

    def _look_out(self, config: Config) -> None:
        """Two programs that read the same chips disturb each other, also where both can open them."""
        if self._service is None or config.sensors.driver == "bench":
            return
        if self._service.running():
            raise HeldError("service")
        if (process := holder(config.uses())) is not None:
            raise HeldError("process", process)

    def pause(self, what: str) -> None:
        """Stops the board's service, or lets the electronics go and starts it again.

        Raises:
            RulesError: there is no service, or no such thing to do.
            HeldError: it cannot be stopped or started from here.
        """
        if self._service is None or what not in ("stop", "start"):
            raise RulesError("there is no service to be stopped")
        if what == "start":
            self.close()
        if not (self._service.stop() if what == "stop" else self._service.start()):
            raise HeldError(what)

    @property
    def board(self) -> LiveBoard:
        """The board that is open.

        Raises:
            RulesError: none is.
        """
        if self._board is None:
            raise RulesError("no board is open: choose one first")
        return self._board

    def learn(self, what: str) -> None:
        """Begins, mends or ends the walk over the board.

        Raises:
            RulesError: there is nothing to be learnt, or no such order.
        """
        board = self.board
        if what == "start" and draft.learns(board.config):
            board.learn()
        elif what == "back" and board.learning is not None:
            board.learning.back()
        elif what == "stop":
            board.stop_learning()
        else:
            raise RulesError("the sensors of this board have no order that could be learnt")

    def save(self, values: Mapping[str, Any]) -> Json:
        """Writes the configuration.

        Raises:
            ConfigError, RulesError: something is wrong with the answers.
            OSError: the file cannot be written.
        """
        if self._chosen is None:
            raise RulesError("no board is chosen")
        points = None if self._board is None else self._board.learnt
        measured = None if self._board is None else self._board.measuring
        levels = None
        if measured is not None and measured.learnt is not None and measured.whole:
            levels = self.file.with_name(f"{self.file.stem}-calibration.json")
        text, tokens = draft.drafted(self._chosen, values, points, self.file, levels)
        copy = draft.saved(self.file, text)
        if levels is not None and measured is not None and measured.learnt is not None:
            save(measured.learnt, levels)
        return {
            "file": str(self.file),
            "calibration": None if levels is None else str(levels),
            "copy": None if copy is None else str(copy),
            "tokens": tokens,
            "reach": draft.reach_of(self.file, text),
        }

    async def scan(self, stop: asyncio.Event) -> None:
        """Reads the sensors of the board that is open until it is told to stop."""
        while not stop.is_set():
            if self._board is not None:
                self._board.scan()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SCAN_S):
                    await stop.wait()

    def close(self) -> None:
        """Lets the hardware go."""
        board, self._board = self._board, None
        if board is not None:
            with contextlib.suppress(OSError):
                board.close()

    def end(self) -> bool:
        """Lets the hardware go, and starts the service that was stopped; whether all is as it should be."""
        self.close()
        return self._service is None or not self._service.stopped or self._service.start()


def make_setup_app(setup: Setup, token_hash: str, hosts: Collection[str]) -> Starlette:
    """The web application of the set-up page; everything but the empty page needs the operator's token."""
    tokens, static = Tokens(hashes={ROLE: token_hash}), static_files(kiosk=False)

    def told(act: Callable[[Json], Json]) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            if (refusal := unless_allowed(tokens, ROLE, request)) is not None:
                return refusal
            return await _answered(act, request)

        return answer

    def choose(asked: Json) -> Json:
        setup.choose(str(asked.get("profile")))
        return setup.told()

    def learn(asked: Json) -> Json:
        setup.learn(str(asked.get("what")))
        return setup.board.told()

    def put(asked: Json) -> Json:
        setup.board.put(str(asked.get("point")))
        return setup.board.told()

    def measure(asked: Json) -> Json:
        setup.board.measure(str(asked.get("what")))
        return setup.board.told()

    def pause(asked: Json) -> Json:
        setup.pause(str(asked.get("what")))
        return setup.told()

    post = ["POST"]
    routes = [
        Route("/", static["setup.html"]),
        Route("/setup", static["setup.html"]),
        *(Route(f"/static/{name}", answer) for name, answer in static.items()),
        Route("/api/setup", told(lambda _: setup.told())),
        Route("/api/setup/board", told(lambda _: setup.board.told())),
        Route("/api/setup/choose", told(choose), methods=post),
        Route("/api/setup/learn", told(learn), methods=post),
        Route("/api/setup/put", told(put), methods=post),
        Route("/api/setup/measure", told(measure), methods=post),
        Route("/api/setup/service", told(pause), methods=post),
        Route("/api/setup/save", told(setup.save), methods=post),
    ]
    rate = Rate()
    app = WebApp(guard=lambda inner: Guard(inner, hosts=hosts, rate=rate), routes=routes)
    app.state.viewers = Viewers()
    return app


async def _answered(act: Callable[[Json], Json], request: Request) -> Response:
    """What an act gives, or why it does not."""
    try:
        return JSONResponse(act(await _asked(request)))
    except ConfigError as error:
        wrong = [{"key": each.key, "text": each.text} for each in error.mistakes]
        return JSONResponse({"error": str(error), "mistakes": wrong}, 409)
    except HeldError as error:
        return JSONResponse(
            {"error": str(error), "held": error.held, "process": error.process}, 409
        )
    except WorldFault as fault:
        return JSONResponse({"error": str(fault), "fault": fault_told(fault)}, 503)
    except (RulesError, ValueError) as error:
        return refuse(409, str(error))
    except OSError as error:
        return refuse(503, str(error))


async def _asked(request: Request) -> Json:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_MAX:
            raise RulesError("the answer is too long")
    try:
        asked = json.loads(body or b"{}")
    except ValueError:
        raise RulesError("the answer is no JSON") from None
    if not isinstance(asked, dict):
        raise RulesError("the answer is no object")
    return asked
