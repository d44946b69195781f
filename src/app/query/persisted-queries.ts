import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client';
import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { openJson, seal } from '#localdb/sealed.ts';
import { createBoundedJson } from './bounded-json.ts';

const KEY = 'queries';

/**
 * The last answers of lists and pages, sealed under the device key of this user on this origin: a study list names patients. Another user
 * has another database and so another cache.
 */
export function createQueryPersister(db: LocalDb): Persister {
  const toJson = createBoundedJson();
  return {
    async persistClient(client) {
      const device = await openDeviceKey(db);
      const sealed = await seal(device, new TextEncoder().encode(toJson(client)));
      await db.lists.put({ key: KEY, sealed, at: client.timestamp });
    },
    async restoreClient() {
      const row = await db.lists.get(KEY);
      if (row === undefined) return undefined;
      // Sealed under a key that is gone: nobody can read it any more, so it is as if nothing had been kept.
      return openJson<PersistedClient>(await openDeviceKey(db), row.sealed).catch(() => undefined);
    },
    removeClient: () => db.lists.delete(KEY),
  };
}

/** A write at most this often; the last state of a burst is what is kept. */
const WRITE_EVERY_MS = 1_000;

export function throttled(persister: Persister): Persister {
  let waiting: PersistedClient | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ...persister,
    persistClient(client) {
      waiting = client;
      timer ??= setTimeout(() => {
        timer = undefined;
        const latest = waiting;
        waiting = null;
        // No room, or the database was deleted by a sign-out in another tab: the cache is a comfort, not the work.
        if (latest !== null) void Promise.resolve(persister.persistClient(latest)).catch(() => undefined);
      }, WRITE_EVERY_MS);
    },
    removeClient() {
      clearTimeout(timer);
      timer = undefined;
      waiting = null;
      return persister.removeClient();
    },
  };
}
