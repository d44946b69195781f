import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Features that a browser may lack: Background Sync, Web Locks, and the durability option of IndexedDB (`strict`). */
export const MISSING_FEATURES = ['sync', 'locks', 'strict'] as const;
export type MissingFeature = (typeof MISSING_FEATURES)[number];

/** Each can run in any context, any number of times. */
const REMOVALS: Record<MissingFeature, string> = {
  sync: `delete globalThis.SyncManager; if (globalThis.ServiceWorkerRegistration) delete ServiceWorkerRegistration.prototype.sync;`,
  locks: `for (const kind of [globalThis.Navigator, globalThis.WorkerNavigator]) if (kind) delete kind.prototype.locks; delete globalThis.LockManager;`,
  // Drops the third argument, which a browser without the option ignores.
  strict: `{ const { transaction } = IDBDatabase.prototype; if (!transaction.isPlain) { IDBDatabase.prototype.transaction = function (stores, mode) { return transaction.call(this, stores, mode); }; IDBDatabase.prototype.transaction.isPlain = true; } }`,
};

/**
 * A copy of the built page for a browser without some features. Every script of it first removes them: page, workers and service worker each run a
 * script before anything of the product, and imported modules begin in the same way. Scripts injected by the browser driver would not reach the
 * service worker.
 */
export async function copyPageWithout(from: string, to: string, lacks: readonly MissingFeature[]): Promise<void> {
  // Compressed files are not copied, because the copy will be changed.
  await cp(from, to, { recursive: true, filter: (name) => !/\.(br|gz)$/.test(name) });
  await beginScriptsWith(to, lacks.map((lack) => REMOVALS[lack]).join('\n'));
}

/** Adds `prefix` before every script of a copied page. It runs once for each module of a context. */
export async function beginScriptsWith(to: string, prefix: string): Promise<void> {
  if (prefix === '') return;
  const scripts = (await readdir(to, { recursive: true })).filter((name) => name.endsWith('.js'));
  for (const script of scripts) await writeFile(join(to, script), `${prefix}\n${await readFile(join(to, script), 'utf8')}`);
}
