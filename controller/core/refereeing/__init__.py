"""The law applied to what the hands did: touches, irregularities, remedies and penalties, and what becomes of them."""
