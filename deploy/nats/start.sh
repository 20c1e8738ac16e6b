#!/bin/sh
# Starts NATS with deploy/nats/nats.conf. nats-server cannot fill variables into subjects: the namespace is put into the
# permissions here. A password may stand in the file that NAME_FILE names. Passwords get quotes, because nats-server would read
# "12a" or "true" as something other than text.
set -eu
here=$(dirname "$0")
conf=${TMPDIR:-/tmp}/nats
mkdir -p "$conf"
cp "$here/nats.conf" "$conf/nats.conf"
sed "s/NAMESPACE/${NATS_NAMESPACE:-ces}/g" "$here/permissions.json" > "$conf/permissions.json"
for name in $(env | sed -n 's/^\([A-Z]*_NATS_PASSWORD\)_FILE=.*/\1/p'); do
  export "$name=$(cat "$(printenv "${name}_FILE")")"
done
for name in $(env | sed -n 's/^\([A-Z]*_NATS_PASSWORD\)=.*/\1/p'); do
  export "$name=\"$(printenv "$name" | sed 's/[\\"]/\\&/g')\""
done
exec nats-server --config "$conf/nats.conf" "$@"
