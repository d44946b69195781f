import { BlockList, isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as a proxy or a browser made it. */
export interface Asked {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined; encrypted?: boolean };
}

/** Where a request came from, and how its browser wrote the address. `host` with port. */
export interface From {
  ip: string;
  scheme: 'http' | 'https';
  host: string;
}

/**
 * [Note: Trusted proxies]
 *
 * Everything of the server that asks for the address of a client, the scheme or the host asks here. `X-Forwarded-For`, `-Proto` and `-Host` count only where the
 * connection comes from an address of `LIGHTSHIP_TRUSTED_PROXIES`. Each proxy of a chain adds its word on the right. They are read from there, as
 * long as the address before is that of a trusted proxy too; the outermost of these tells scheme and host.
 */
export function createFromOf(trustedProxies: readonly string[]): (asked: Asked) => From {
  const trusted = new BlockList();
  for (const network of trustedProxies) addNetwork(trusted, network);
  const isTrusted = (ip: string): boolean => isIP(ip) !== 0 && trusted.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');

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

/** An address, or a network as address/prefix length (CIDR), of IPv4 or IPv6. */
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

/** A socket that takes both families shows IPv4 addresses in IPv6 (RFC 4291, 2.5.5.2). */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}
