"""What players and the record say besides moves.

Offers, claims, the count, results, adjournment.
"""
