import { hostName, isIpAddress, isWithinBaseDomain, placeOfHost, portSuffix } from '#model/addresses/hosts.ts';
import type { HostPlace } from '#model/addresses/hosts.ts';

export interface HostNames {
  baseDomain: string;
  reservedLabels: readonly string[];
  /** Configured origin of the host for bulk upload; null: `upload.` before the base domain, under the scheme and port of the request. */
  uploadUrl: string | null;
}

/** A request's own address, as sent by the browser. */
export interface Address {
  scheme: 'http' | 'https';
  /** With port; empty if the request has none. */
  host: string;
}

/** Which host names are ours, and what each may do. */
export interface Hosts {
  placeOf(host: string): HostPlace;
  /** Hosts that answer calls: all except foreign ones; the configured upload host may be outside the base domain. */
  isServed(host: string): boolean;
  /** Pages of these origins may read our answers (BACK-09). Bearer tokens are still required. */
  isOurOrigin(origin: string): boolean;
  /** The browser sends the cookie automatically, so only our own pages, on our own port, may use it: cookies do not tell ports apart. */
  mayUseCookie(origin: string | undefined, address: Address): boolean;
  /** null: a cookie of this host only, where a browser would refuse the base domain. */
  cookieDomain(host: string): string | null;
  mainOrigin(address: Address): string;
  /** Destination of chunks: the page's own origin where the upload host would not resolve (IP addresses). */
  uploadOrigin(address: Address): string;
  /** Addresses for the connect-src of our pages. */
  connectSources(address: Address): string[];
  /** Our own pages, in the form of a policy source; empty for a host without siblings. */
  pageSources(address: Address): string[];
  /** A loopback address of this machine, whose browser also resolves the base domain. */
  isAliasOfMain(host: string): boolean;
}

export function createHosts(names: HostNames): Hosts {
  const { baseDomain, reservedLabels, uploadUrl } = names;
  const placeOf = (host: string) => placeOfHost(host, { baseDomain, reservedLabels });
  const uploadHost = uploadUrl === null ? null : new URL(uploadUrl).host;
  const isOurs = (host: string) => isWithinBaseDomain(host, baseDomain);
  const uploadOrigin = ({ scheme, host }: Address): string =>
    uploadUrl ?? (isOurs(host) ? `${scheme}://upload.${baseDomain}${portSuffix(host)}` : `${scheme}://${host}`);

  return {
    placeOf,
    isServed: (host) => placeOf(host).kind !== 'foreign' || host.toLowerCase() === uploadHost,
    isOurOrigin(origin) {
      const host = hostOfOrigin(origin);
      return host !== null && isOurs(host) && placeOf(host).kind !== 'foreign';
    },
    mayUseCookie(origin, { host }) {
      const asking = origin === undefined ? null : hostOfOrigin(origin);
      if (asking === null) return false;
      if (asking === host.toLowerCase()) return true;
      return isOurs(asking) && isOurs(host) && placeOf(asking).kind !== 'foreign' && portSuffix(asking) === portSuffix(host);
    },
    cookieDomain: (host) => (isOurs(host) && baseDomain.includes('.') ? baseDomain : null),
    mainOrigin: ({ scheme, host }) => `${scheme}://${baseDomain}${portSuffix(host)}`,
    uploadOrigin,
    connectSources(address) {
      const port = portSuffix(address.host);
      const socket = address.scheme === 'https' ? 'wss' : 'ws';
      const ours = [address.scheme, socket].flatMap((scheme) => [`${scheme}://${baseDomain}${port}`, `${scheme}://*.${baseDomain}${port}`]);
      return address.host === '' ? ours : [...ours, `${socket}://${address.host}`, uploadOrigin(address)];
    },
    pageSources: ({ scheme, host }) =>
      isOurs(host) ? [baseDomain, `*.${baseDomain}`].map((name) => `${scheme}://${name}${portSuffix(host)}`) : [],
    isAliasOfMain(host) {
      const name = hostName(host);
      const isLoopback = name === 'localhost' || name === '[::1]' || (isIpAddress(name) && name.startsWith('127.'));
      return isLoopback && baseDomain.endsWith('.localhost');
    },
  };
}

function hostOfOrigin(origin: string): string | null {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.host.toLowerCase() : null;
}
