"""What happened, on disk, before anyone is told."""
