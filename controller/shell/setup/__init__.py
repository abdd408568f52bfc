"""The set-up page: from a profile of the hardware to the configuration of a board, in the browser."""
