# OpenStack Swift with its S3 interface, from Debian's packages: an S3 that none of us wrote. Sourced; `start_swift FOLDER` needs an empty
# folder on a file system with extended attributes, sets TEST_S3_…, and `stop_swift` ends what it started. The folder is the caller's.

swift_packages=(swift-proxy swift-account swift-container swift-object memcached)
swift_pids=()

swift_is_installed() {
  local program
  for program in swift-{proxy,account,container,object}-server memcached; do
    command -v "$program" >/dev/null || return 1
  done
}

start_swift() {
  local folder=$1 user ports
  local run=()
  user=$(id -un)
  if [ "$(id -u)" -eq 0 ]; then
    user=swift
    run=(setpriv --reuid=swift --regid=swift --clear-groups --)
  fi
  # Five at once, so that none is given twice.
  mapfile -t ports < <(node -e '
    const all = Array.from({ length: 5 }, () => require("net").createServer().listen(0, "127.0.0.1"));
    Promise.all(all.map((s) => new Promise((done) => s.once("listening", done)))).then(() => all.forEach((s) => (console.log(s.address().port), s.close())));')
  local proxy=${ports[0]} memcached=${ports[4]}

  mkdir -p "$folder/devices/disk"
  printf '[swift-hash]\nswift_hash_path_suffix = lightship\n' > "$folder/swift.conf"
  # What nine calls of swift-ring-builder do, each of which takes a second to load. The packages are those of Debian's own Python.
  /usr/bin/python3 - "$folder" "${ports[@]:1:3}" <<'PYTHON'
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(('account', 'container', 'object'), map(int, sys.argv[2:])):
    builder = RingBuilder(6, 1, 0)
    at = {'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port}
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'disk', 'weight': 1, 'meta': '', **at})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (sys.argv[1], kind))
PYTHON
  local kind index=1
  for kind in account container object; do
    cat > "$folder/$kind.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[$index]}
user = $user
swift_dir = $folder
devices = $folder/devices
mount_check = false
workers = 0
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
CONF
    index=$((index + 1))
  done
  cat > "$folder/proxy.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $proxy
user = $user
swift_dir = $folder
workers = 0
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy container-quotas slo dlo versioned_writes symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$memcached
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:container-quotas]
use = egg:swift#container_quotas
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
[filter:symlink]
use = egg:swift#symlink
CONF
  [ "$(id -u)" -ne 0 ] || chown -R "$user" "$folder"

  "${run[@]}" memcached -l 127.0.0.1 -p "$memcached" -U 0 >>"$folder/log" 2>&1 &
  swift_pids+=($!)
  for kind in account container object proxy; do
    "${run[@]}" "swift-$kind-server" "$folder/$kind.conf" >>"$folder/log" 2>&1 &
    swift_pids+=($!)
  done
  # The proxy answers last of all; whoever ends before says why in the log.
  if ! node -e '
    const started = Date.now();
    const ask = () => fetch(process.argv[1]).then((answer) => answer.ok, () => false).then((ready) => {
      if (ready) return process.exit(0);
      if (Date.now() - started > 120_000) return process.exit(1);
      setTimeout(ask, 100);
    });
    ask();' "http://127.0.0.1:$proxy/healthcheck"; then
    cat "$folder/log" >&2
    return 1
  fi
  export TEST_S3_ENDPOINT="http://127.0.0.1:$proxy" TEST_S3_ACCESS_KEY_ID=test:tester TEST_S3_SECRET_ACCESS_KEY=testing
}

stop_swift() {
  [ ${#swift_pids[@]} -eq 0 ] || kill -- "${swift_pids[@]}" 2>/dev/null || true
  [ ${#swift_pids[@]} -eq 0 ] || wait "${swift_pids[@]}" 2>/dev/null || true
  swift_pids=()
}
