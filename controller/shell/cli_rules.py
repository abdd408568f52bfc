"""`touchmove rules`: the laws are asked, without a board."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.arguments import answer, whole

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    rules = commands.add_parser("rules", help="ask the laws: perft, moves")
    asked = rules.add_subparsers(required=True, metavar="QUESTION")
    perft = asked.add_parser("perft", help="count the lines of legal plies")
    perft.add_argument("--depth", type=whole(0, 20), required=True, metavar="N")
    perft.add_argument(
        "--paths", action="store_true", help="count captures by their ways (draughts)"
    )
    perft.set_defaults(run=_perft)
    moves = asked.add_parser("moves", help="list the legal moves")
    moves.add_argument(
        "--notation", action="store_true", help="each move in all its notations, after tabs"
    )
    moves.set_defaults(run=_moves)
    for each in (perft, moves):
        each.add_argument("--game", default="chess", metavar="G")
        each.add_argument(
            "--fen", metavar="F", help="the position, in Go an object; the array where left out"
        )
        each.add_argument("--size", type=whole(1, 1_000_000), metavar="N", help="of the board (Go)")
        each.add_argument("--options", metavar="JSON", help="the game's options, an object (Go)")
        each.add_argument("--json", action="store_true", help="as one JSON document")


def _perft(args: argparse.Namespace) -> int:
    from controller.shell.questions import asked_position

    game, position = asked_position(args.game, args.fen, args.options, args.size)
    nodes = game.perft(position, args.depth, paths=args.paths)
    found = {"game": game.name, "position": position.value, "depth": args.depth, "nodes": nodes}
    answer(args, found, [str(nodes)])
    return 0


def _moves(args: argparse.Namespace) -> int:
    from controller.shell.questions import asked_position, details, line_of

    game, position = asked_position(args.game, args.fen, args.options, args.size)
    moves = position.moves()
    if args.json:
        found = [details(game, position, move, notation=args.notation) for move in moves]
        names = [move.text for move in moves]
        answer(
            args,
            {"game": game.name, "position": position.value, "moves": names, "details": found},
            [],
        )
    else:
        lines = [line_of(game, position, move, notation=args.notation) for move in moves]
        answer(args, {}, lines)
    return 0
