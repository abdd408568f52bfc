"""The laws of draughts: the international game on 100 squares, the Russian and the Brazilian on 64."""
