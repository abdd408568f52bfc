"""Makes the Debian package: scripts/package.sh."""
