#!/bin/sh
exec /usr/lib/touchmove/current/bin/touchmove "$@"
