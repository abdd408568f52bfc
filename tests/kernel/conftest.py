"""The tests in guest/ run in the guest only: test_uml.py starts them there."""

import os

collect_ignore_glob = [] if "TOUCHMOVE_GUEST" in os.environ else ["guest/*"]
