import { placeOfHost, portSuffix, RESERVED_LABELS } from '#model/addresses/hosts.ts';

/** The address of this page and of the other hosts of the product. Nothing else builds an address of another host. */
export interface Site {
  /** Team of this host; null on the main domain. */
  team: string | null;
  /** `app.localhost:8080`: what follows a team's label in its address. */
  baseHost: string;
  mainUrl(path: string): string;
  teamUrl(slug: string, path: string): string;
}

/** `baseDomain` comes from the server's settings; null until they were first read (CFG-09: then the host without its team label). */
export function siteOf(location: Pick<Location, 'protocol' | 'host'>, baseDomain: string | null): Site {
  const place = placeOfHost(location.host, { baseDomain, reservedLabels: RESERVED_LABELS });
  const team = place.kind === 'team' ? place.slug : null;
  const port = portSuffix(location.host);
  const baseHost = baseDomain !== null ? `${baseDomain}${port}` : team === null ? location.host : location.host.slice(team.length + 1);
  return {
    team,
    baseHost,
    mainUrl: (path) => `${location.protocol}//${baseHost}${path}`,
    teamUrl: (slug, path) => `${location.protocol}//${slug}.${baseHost}${path}`,
  };
}
