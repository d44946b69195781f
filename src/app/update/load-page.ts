const RELOADED_KEY = 'lightship.chunk-reload';
/** given (NAV-11). */
const ONCE_PER_MS = 60_000;

/** NAV-12: the file of a page is neither on this device nor to be had. */
export class PageNotHereError extends Error {
  override name = 'PageNotHereError';
}

export interface LoadPagePorts {
  isOnline(): boolean;
  now(): number;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  reload(): void;
}

export const IN_THIS_TAB: LoadPagePorts = {
  isOnline: () => navigator.onLine,
  now: Date.now,
  storage: { getItem: (key) => sessionStorage.getItem(key), setItem: (key, value) => sessionStorage.setItem(key, value) },
  reload: () => location.reload(),
};

/**
 * A lazy page whose file is missing was replaced by a newer build: the page reloads, at most once a minute. Offline a reload would bring
 * nothing and lose the page that works, so it says so instead.
 */
export async function loadPage<T>(load: () => Promise<T>, ports: LoadPagePorts): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    if (!ports.isOnline()) throw new PageNotHereError('The file of this page is not on this device.', { cause: error });
    if (ports.now() - Number(ports.storage.getItem(RELOADED_KEY) ?? 0) < ONCE_PER_MS) throw error;
    ports.storage.setItem(RELOADED_KEY, String(ports.now()));
    ports.reload();
    return new Promise(() => undefined);
  }
}

/** Chromium, Firefox and Safari say it each in their words; Vite's preload says it of a style sheet. */
function isMissingFile(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload css/i.test(error.message)
  );
}
