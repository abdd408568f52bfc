"""Men put right, taken back, knocked over; boards in a mess."""
