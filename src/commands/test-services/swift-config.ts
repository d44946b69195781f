export interface SwiftPorts {
  account: number;
  container: number;
  object: number;
  proxy: number;
  memcached: number;
}

/** Replaces nine calls of swift-ring-builder, each of which takes a second to load. Arguments: the folder and the ports of three kinds. */
export const RINGS = `
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(('account', 'container', 'object'), map(int, sys.argv[2:])):
    builder = RingBuilder(6, 1, 0)
    at = {'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port}
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'disk', 'weight': 1, 'meta': '', **at})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (sys.argv[1], kind))
`;

/** The proxy's filters, in the order of request handling. */
const FILTERS =
  'catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy container-quotas slo dlo versioned_writes symlink'.split(
    ' ',
  );

/** The configuration of one server of each kind, by file name. */
export function swiftFiles(folder: string, user: string, ports: SwiftPorts): Record<string, string> {
  const of = (port: number): string[] => [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    `user = ${user}`,
    `swift_dir = ${folder}`,
    'workers = 0',
  ];
  const storage = (kind: 'account' | 'container' | 'object'): string =>
    text([
      ...of(ports[kind]),
      `devices = ${folder}/devices`,
      'mount_check = false',
      '[pipeline:main]',
      `pipeline = ${kind}-server`,
      `[app:${kind}-server]`,
      `use = egg:swift#${kind}`,
    ]);
  const settings: Record<string, string[]> = {
    cache: ['use = egg:swift#memcache', `memcache_servers = 127.0.0.1:${ports.memcached}`],
    tempauth: ['use = egg:swift#tempauth', 'user_test_tester = testing .admin'],
    'container-quotas': ['use = egg:swift#container_quotas'],
  };
  const filters = FILTERS.flatMap((name) => [`[filter:${name}]`, ...(settings[name] ?? [`use = egg:swift#${name}`])]);
  return {
    'swift.conf': text(['[swift-hash]', 'swift_hash_path_suffix = lightship']),
    'account.conf': storage('account'),
    'container.conf': storage('container'),
    'object.conf': storage('object'),
    'proxy.conf': text([
      ...of(ports.proxy),
      '[pipeline:main]',
      `pipeline = ${FILTERS.join(' ')} proxy-server`,
      '[app:proxy-server]',
      'use = egg:swift#proxy',
      'account_autocreate = true',
      ...filters,
    ]),
  };
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
