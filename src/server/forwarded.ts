import { BlockList, isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as made by a proxy or a browser. */
export interface Asked {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined; encrypted?: boolean };
}

/** Where a request came from, and the address in its browser. `host` includes the port. */
export interface From {
  ip: string;
  scheme: 'http' | 'https';
  host: string;
}

/**
 * [Note: Trusted proxies]
 *
 * The only source of the client address, the scheme and the host in the server. `X-Forwarded-For`, `-Proto` and `-Host` count only if the
 * connection comes from an address in `LIGHTSHIP_TRUSTED_PROXIES`. Each proxy of a chain appends its value on the right. They are read from
 * there as long as the previous address is also that of a trusted proxy; the outermost of these provides scheme and host.
 */
export function createFromOf(trustedProxies: readonly string[]): (asked: Asked) => From {
  const isTrusted = createIsAmong(trustedProxies);

  return ({ headers, socket }) => {
    let ip = plainAddress(socket.remoteAddress ?? '');
    const passed = listOf(headers['x-forwarded-for']);
    let proxies = 0;
    while (isTrusted(ip)) {
      proxies += 1;
      const before = plainAddress(passed.at(-proxies) ?? '');
      if (isIP(before) === 0) break;
      ip = before;
    }
    const toldBy = (name: 'x-forwarded-proto' | 'x-forwarded-host'): string | undefined => {
      const words = proxies === 0 ? [] : listOf(headers[name]);
      return words[Math.max(0, words.length - proxies)];
    };
    const scheme = toldBy('x-forwarded-proto') ?? (socket.encrypted === true ? 'https' : 'http');
    const host = toldBy('x-forwarded-host') ?? headers.host ?? '';
    return { ip, scheme: scheme.toLowerCase() === 'https' ? 'https' : 'http', host };
  };
}

/** Tells whether an address is one of these, or in one of these networks. */
export function createIsAmong(networks: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return (ip) => isIP(ip) !== 0 && list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}

/** An address, or a network in CIDR notation, of IPv4 or IPv6. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && longest > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest));
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', prefix] = network.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(prefix), family);
}

function listOf(header: string | string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** A dual-stack socket shows IPv4 addresses as IPv6 (RFC 4291, 2.5.5.2). */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}
