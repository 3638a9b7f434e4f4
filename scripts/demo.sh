#!/usr/bin/env bash
# The main job on the sample sessions, in a store that is thrown away afterwards.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMEM_DB="$folder/demo.db" XDG_CONFIG_HOME="$folder"  # the settings of this machine stay out of it
unset OMEM_USER

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\033[1m' plain=$'\033[0m'; fi

show() {
    printf '\n%s$' "$bold"
    for word in "$@"; do case $word in *[!A-Za-z0-9_./=-]*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac; done
    printf '%s\n' "$plain"
    "$@"
}

echo "The sample chats go into a throw-away memory: English ones for the user maya, Chinese ones for lin."
show omem ingest sample_sessions/english --user maya
show omem persona show --user maya
show omem ask "weekend plans" --user maya
show omem ingest sample_sessions/chinese --user lin
show omem persona show --user lin
show omem ask "这个周末我应该去哪里放松一下？" --user lin
