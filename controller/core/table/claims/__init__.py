"""What players and the record say besides moves: offers, claims, the count, results, adjournment."""
