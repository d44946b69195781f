import { hostName, isIpAddress, isWithinBaseDomain, placeOfHost, portSuffix } from '#model/hosts.ts';
import type { HostPlace } from '#model/hosts.ts';

export interface HostNames {
  baseDomain: string;
  reservedLabels: readonly string[];
  /** Origin of the host for bulk upload as set; null: `upload.` before the base domain, under the scheme and port of the request. */
  uploadUrl: string | null;
}

/** A request's own address, as the browser wrote it. */
export interface Address {
  scheme: 'http' | 'https';
  /** With port; empty where the request names none. */
  host: string;
}

/** Which names are ours, and what each may do. */
export interface Hosts {
  placeOf(host: string): HostPlace;
  /** Serves calls: every host but foreign ones; the set upload host may lie outside the base domain. */
  isServed(host: string): boolean;
  /** Pages of these origins may read our answers (BACK-09). Bearer tokens are needed all the same. */
  isOurOrigin(origin: string): boolean;
  /** The cookie works by itself, so only our own pages, on our own port, may ask for what it opens: cookies do not tell ports apart. */
  mayUseCookie(origin: string | undefined, address: Address): boolean;
  /** null: a cookie of this host alone, where a browser would refuse the base domain. */
  cookieDomain(host: string): string | null;
  mainOrigin(address: Address): string;
  /** Where chunks go: the page's own origin where the upload host would not resolve (IP addresses). */
  uploadOrigin(address: Address): string;
  /** Addresses for the connect-src of our pages. */
  connectSources(address: Address): string[];
  /** Our own pages, as the policy of one names them; none for a host without siblings. */
  pageSources(address: Address): string[];
  /** A loopback address on the machine itself, whose browser also knows the base domain. */
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
