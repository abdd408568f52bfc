"""Questions: what is asked, and what answers it."""
