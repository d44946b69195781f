import type { Query } from '@tanstack/react-query';
import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client';
import { ApiFailureError, isPassing } from '#api/result.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { openJson, seal } from '#localdb/encryption.ts';
import { createBoundedJson } from './bounded-json.ts';

const KEY = 'queries';

/**
 * The last answers of lists and pages, sealed under the device key of this user on this origin, because a study list names patients.
 * Another user has another database and so another cache.
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
      // Sealed under a deleted key: nobody can read it any more, so it counts as empty.
      return openJson<PersistedClient>(await openDeviceKey(db), row.sealed).catch(() => undefined);
    },
    removeClient: () => db.lists.delete(KEY),
  };
}

/**
 * An answer stays stored while the server cannot be reached to ask again: otherwise a page that was opened without a network would forget it. Where the server has
 * refused it since, it goes.
 */
export function isStored({ state: { status, data, error } }: Pick<Query, 'state'>): boolean {
  if (status === 'success') return true;
  return data !== undefined && error instanceof ApiFailureError && isPassing(error.failure);
}

/** Writes at most this often; the last state of a burst is stored. */
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
        // The disk is full, or a sign-out in another tab deleted the database: the cache is not essential.
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
