"""What sensors tell, and what is made of those that are wrong."""
