#!/bin/sh
# Shows TOUCHMOVE_PAGE on the whole screen and nothing else: a compositor for one program (cage), and in it
# the browser. Raspberry Pi OS calls the browser chromium or chromium-browser, by its release.
set -eu
page=${TOUCHMOVE_PAGE:-http://127.0.0.1:8080/}
for browser in chromium chromium-browser ''; do
    [ -z "$browser" ] || ! command -v "$browser" >/dev/null 2>&1 || break
done
if [ -z "$browser" ] || ! command -v cage >/dev/null 2>&1; then
    echo "touchmove-kiosk: cage or chromium is missing: sudo apt-get install cage chromium" >&2
    exit 1
fi
exec cage -s -- "$browser" --kiosk --app="$page" --ozone-platform=wayland \
    --user-data-dir="$HOME/browser" --no-first-run --noerrdialogs --password-store=basic \
    --disable-session-crashed-bubble --disable-translate --disable-sync --overscroll-history-navigation=0
