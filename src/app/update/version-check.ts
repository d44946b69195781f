/** given (NAV-08). */
const VERSION_KEY = 'APP_VERSION';

export interface VersionPorts {
  /** CALL-006, never from a cache; null when it cannot be read. */
  readVersion(): Promise<string | null>;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  mayReload(): boolean;
  /** Activates the waiting service worker, so that the reload opens the new version; false: it would open the old shell again. */
  takeOver(): Promise<boolean>;
  reload(): void;
}

export type VersionVerdict = 'same' | 'unknown' | 'waits' | 'reloads';

/**
 * On each route change (NAV-07 to 10, ODD-38). The first version is stored without a reload; a failed read changes nothing; a new version
 * is stored before the reload, so that it cannot loop; nothing reloads while accepted files are not stored.
 */
export async function checkVersion(ports: VersionPorts): Promise<VersionVerdict> {
  const version = await ports.readVersion();
  if (version === null) return 'unknown';
  const stored = ports.storage.getItem(VERSION_KEY);
  if (stored === null) ports.storage.setItem(VERSION_KEY, version);
  if (stored === null || stored === version) return 'same';
  if (!ports.mayReload()) return 'waits';
  // Not stored, so that the next route change finds the same difference.
  if (!(await ports.takeOver())) return 'unknown';
  // Files may have been dropped in the meantime.
  if (!ports.mayReload()) return 'waits';
  ports.storage.setItem(VERSION_KEY, version);
  ports.reload();
  return 'reloads';
}

export async function fetchVersion(): Promise<string | null> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' });
    const body = response.ok ? ((await response.json()) as { version?: unknown }) : {};
    return typeof body.version === 'string' ? body.version : null;
  } catch {
    return null;
  }
}
