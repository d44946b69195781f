/**
 * What a host name means (CFG-07, CFG-08). One rule for page and server:
 * - with a base domain, a team is the one label before it (`north.app.localhost` with base `app.localhost`), whatever the number of labels;
 * - without one, the first label of a name with more than two labels;
 * - IP addresses, `localhost` and reserved labels are never teams.
 */
export type HostPlace =
  | { kind: 'main' }
  | { kind: 'team'; slug: string }
  /** Not one of our names: nothing that needs a sign-in is served under it. */
  | { kind: 'foreign' };

export interface HostSettings {
  /** Lower case, no port; null if unknown (the page before the first answer). */
  baseDomain: string | null;
  reservedLabels: readonly string[];
}

/** Labels that are never teams. LIGHTSHIP_RESERVED_LABELS adds to them. */
export const RESERVED_LABELS: readonly string[] = ['www', 'api', 'services', 'upload'];

const TEAM_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function placeOfHost(host: string, settings: HostSettings): HostPlace {
  const name = hostName(host);
  if (name === settings.baseDomain || name === 'localhost' || isIpAddress(name)) return { kind: 'main' };
  const label = settings.baseDomain === null ? firstOfManyLabels(name) : labelBefore(name, settings.baseDomain);
  if (label === null) return { kind: settings.baseDomain === null ? 'main' : 'foreign' };
  if (settings.reservedLabels.includes(label)) return { kind: 'main' };
  return TEAM_LABEL.test(label) ? { kind: 'team', slug: label } : { kind: 'foreign' };
}

/** True for the base domain and every name below it, including reserved labels. */
export function isWithinBaseDomain(host: string, baseDomain: string): boolean {
  const name = hostName(host);
  return name === baseDomain || name.endsWith(`.${baseDomain}`);
}

/** Host in lower case, without port and trailing dot. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/** `:8080`, or '' if the host has no port. */
export function portSuffix(host: string): string {
  return /:\d+$/.exec(host)?.[0] ?? '';
}

/** IPv4 in dotted form; IPv6 bare or in the brackets of a URL. */
export function isIpAddress(name: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name) || name.startsWith('[') || name.includes(':');
}

function labelBefore(name: string, baseDomain: string): string | null {
  return name.endsWith(`.${baseDomain}`) ? name.slice(0, -baseDomain.length - 1) : null;
}

function firstOfManyLabels(name: string): string | null {
  const labels = name.split('.');
  return labels.length > 2 ? (labels[0] ?? null) : null;
}
