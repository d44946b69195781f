import type { QueueOwner } from './credentials.ts';

/** Where the calls of this context go. Set once by the page's root; workers take them from the stored credentials (CFG-11, CFG-12). */
export interface Bases {
  api: string;
  services: string;
}

let pageBases: Bases | null = null;

export function setBases(bases: Bases): void {
  pageBases = { api: withoutLastSlash(bases.api), services: withoutLastSlash(bases.services) };
}

/** The API under its own prefix on this host (CFG-14, ODD-09), unless the credentials or the page's root name others. */
export function basesFor(credentials: QueueOwner | null): Bases {
  if (pageBases !== null) return pageBases;
  if (credentials !== null) return { api: credentials.apiBase, services: credentials.servicesBase };
  const { origin } = globalThis.location;
  return { api: `${origin}/api`, services: `${origin}/services` };
}

export function withoutLastSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
