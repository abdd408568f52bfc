"""What leaves the hall: records for relays, after a delay, in the layouts that relays poll or as pushes."""
