const RELOADED_KEY = 'lightship.chunk-reload';
/** given (NAV-11). */
const ONCE_PER_MS = 60_000;

/** NAV-12: the file of a page is neither on this device nor on the server. */
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
 * A newer build has replaced the missing file of a lazy page: the page reloads, at most once a minute. Offline a reload would not help and
 * would lose the working page, so an error is shown instead.
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

/** Chromium, Firefox and Safari each word it differently; Vite's preload has its own message for style sheets. */
function isMissingFile(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload css/i.test(error.message)
  );
}
