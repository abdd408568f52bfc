"""The kiosk and the HTTP interface."""
