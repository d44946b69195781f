import type { QueryClient } from '@tanstack/react-query';

/**
 * A batch of conversions changes the team many times a second, so the lists on screen are fetched at intervals. What others draw on a study that is
 * open appears sooner (MEAS-11, COM-12).
 */
const LISTS_EVERY_MS = 2_000;
const DRAWN_EVERY_MS = 500;

const DRAWN: ReadonlySet<unknown> = new Set(['measurements', 'comments', 'follow-up']);
/**
 * Notifications have separate news. Reading the logs is recorded in the audit trail, so they are read only when the user opens them. Agreement is
 * computed from all reads of a campaign, and is asked for when a read is finished. A plan of a version looks at all masks of a dataset, and is
 * asked for by its dialog.
 */
const OTHER: ReadonlySet<unknown> = new Set(['notifications', 'logs', 'campaign-agreement', 'dataset-plan', ...DRAWN]);

/** Fetches what is on screen again after news of the team. `afterLists`: called each time after the lists. */
export function createListRefresh(client: QueryClient, afterLists: () => void): { news(): void; close(): void } {
  const fetchIf = (isWanted: (name: unknown) => boolean) =>
    void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => isWanted(name) });
  const drawn = createInterval(DRAWN_EVERY_MS, () => fetchIf((name) => DRAWN.has(name)));
  const lists = createInterval(LISTS_EVERY_MS, () => {
    fetchIf((name) => !OTHER.has(name));
    afterLists();
  });
  return {
    news() {
      drawn.start();
      lists.start();
    },
    close() {
      drawn.stop();
      lists.stop();
    },
  };
}

/** Runs once after `ms`, however often it was started until then. */
function createInterval(ms: number, run: () => void): { start(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, ms);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
