import type { Bases } from '#api/bases.ts';

/** CFG-11, CFG-12: build settings if API and services have other hosts; otherwise below this host. */
export function pageBases(): Bases {
  return {
    api: import.meta.env['VITE_API_URL'] ?? `${location.origin}/api`,
    services: import.meta.env['VITE_SERVICES_URL'] ?? `${location.origin}/services`,
  };
}
