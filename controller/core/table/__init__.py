"""What people ask for and what the board keeps of it.

Clock, claims, penalties, commands, the record.
"""
