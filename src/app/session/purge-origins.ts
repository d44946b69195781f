/** given to the server's policy: the only page of this app that other hosts of the base domain may frame. */
export const PURGE_PATH = '/purge.html';

/**
 * Opens the purge frame of each of these origins (decision 410): a page that checks whether its user has left, and then deletes their data.
 * Resolves when all have reported; a host whose frame cannot be loaded deletes the data at its next start.
 */
export function purgeOrigins(origins: readonly string[]): Promise<unknown> {
  return Promise.all(origins.map(purge));
}

function purge(origin: string): Promise<void> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = origin + PURGE_PATH;
    addEventListener('message', function listen(event) {
      if (event.source !== frame.contentWindow || event.origin !== origin) return;
      removeEventListener('message', listen);
      frame.remove();
      resolve();
    });
    document.body.append(frame);
  });
}
