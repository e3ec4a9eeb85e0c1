#!/bin/sh
# The newcomer's way, in a fresh clone: npm ci, npm start, npm run receive, and the curl that the server printed.
# Ends with 0 when the receiver, a process of its own, has printed the message with a right signature.
#
# What is committed is what is tried: a change that is not committed yet is not part of the clone.
# PORT and RECEIVE_PORT may be set where 3000 and 4000 are taken.
set -eu

repository=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
folder=$(mktemp -d "${TMPDIR:-/tmp}/parley-quickstart-XXXXXX")
PORT=${PORT:-3000}
RECEIVE_PORT=${RECEIVE_PORT:-4000}
export PORT RECEIVE_PORT
# Nothing else configured, as on a newcomer's machine.
unset DATABASE_URL REDIS_URL DATA_DIR ENCRYPTION_KEY ROLE HOST DEMO OWNER_PASSWORD OUTBOUND_ALLOW || true
server=
receiver=

clean_up() {
  status=$?
  trap - EXIT INT TERM
  for pid in $receiver $server; do kill -TERM "$pid" 2>/dev/null || true; done
  for pid in $receiver $server; do
    waited=0
    while kill -0 "$pid" 2>/dev/null && [ $waited -lt 150 ]; do
      sleep 0.1
      waited=$((waited + 1))
    done
    kill -KILL "$pid" 2>/dev/null || true
  done
  if [ $status -ne 0 ]; then
    for file in install server receiver; do
      [ -f "$folder/$file.log" ] && echo "--- $file" && tail -n 30 "$folder/$file.log"
    done
    echo "quickstart: FAILED"
  fi
  cd / && rm -rf "$folder"
  exit $status
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# wait_for FILE PATTERN SECONDS: until a line of the file matches.
wait_for() {
  waited=0
  until grep -q -- "$2" "$1" 2>/dev/null; do
    if [ $waited -ge $(($3 * 10)) ]; then
      echo "not within $3 s in $(basename "$1"): $2"
      exit 1
    fi
    sleep 0.1
    waited=$((waited + 1))
  done
}

echo "$ git clone"
git clone --quiet --no-hardlinks "$repository" "$folder/parley"
cd "$folder/parley"
git log -1 --format='  %h %s'

echo "$ npm ci"
timeout 300 npm ci --no-audit --no-fund >"$folder/install.log" 2>&1

echo "$ npm start"
began=$(date +%s)
npm start >"$folder/server.log" 2>&1 &
server=$!
wait_for "$folder/server.log" '^    curl -X POST ' 60
wait_for "$folder/server.log" 'Hello from Parley' 5
ready=$(curl --silent --show-error --max-time 5 --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$PORT/readyz")
echo "  ready after $(($(date +%s) - began)) s, /readyz says $ready"
[ "$ready" = 200 ]

echo "$ npm run receive"
npm run receive >"$folder/receiver.log" 2>&1 &
receiver=$!
wait_for "$folder/receiver.log" 'Receiving on' 30

# The printed command as it stands: from its first line to the one with its body.
sed -n '/^    curl -X POST /,/Hello from Parley/p' "$folder/server.log" >"$folder/first-message.sh"
sed 's/Bearer [^'"'"']*/Bearer …/; s/^ */  /' "$folder/first-message.sh"
answer=$(timeout 20 sh "$folder/first-message.sh" 2>/dev/null)
echo "  answered: $answer"
message=$(printf '%s' "$answer" | sed -n 's/.*"message_id":"\(msg_[0-9a-z]*\)".*/\1/p')
[ -n "$message" ]

wait_for "$folder/receiver.log" "signature ok .*$message" 20
echo "  the receiver printed:"
grep "$message" "$folder/receiver.log" | sed 's/^/  /'
[ "$(grep -c "$message" "$folder/receiver.log")" = 1 ]
echo "quickstart: the message was received"
