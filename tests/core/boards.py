"""Positions that several tests of the core start from, and laws that they expect."""

from tests.core.rig import CLASSIC, FIDE

ILLEGAL = {FIDE: "FIDE-7.5.1", CLASSIC: "CH-8.1"}
RELEASED = {FIDE: "FIDE-4.7", CLASSIC: "CH-6.1"}
CLOCK = "90:00"

CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
CASTLING_SPOILT = "4k2r/8/8/8/8/5r2/8/4K2R w K - 0 1"
"""The white king may not cross f1."""
CAPTURE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
"""e4 may take d5, and nothing else."""
TWO_CAPTURES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
"""e4 may take d5 or f5."""
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
PROMOTION_TAKING = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
"""a1a8 is mate."""
PINNED = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1"
"""The rook on e2 shields its king."""
ROOK = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
