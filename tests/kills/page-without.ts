import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a browser may lack: Background Sync, Web Locks, and the choice of durability of IndexedDB (`strict`). */
export const LACKS = ['sync', 'locks', 'strict'] as const;
export type Lack = (typeof LACKS)[number];

/** Each can run in any context, as often as it likes. */
const REMOVALS: Record<Lack, string> = {
  sync: `delete globalThis.SyncManager; if (globalThis.ServiceWorkerRegistration) delete ServiceWorkerRegistration.prototype.sync;`,
  locks: `for (const kind of [globalThis.Navigator, globalThis.WorkerNavigator]) if (kind) delete kind.prototype.locks; delete globalThis.LockManager;`,
  // The third argument is what a browser without the option ignores.
  strict: `{ const { transaction } = IDBDatabase.prototype; if (!transaction.isPlain) { IDBDatabase.prototype.transaction = function (stores, mode) { return transaction.call(this, stores, mode); }; IDBDatabase.prototype.transaction.isPlain = true; } }`,
};

/**
 * A copy of the built page for a browser that lacks something. Every script of it begins by taking the thing away: page, workers and service
 * worker each run one of them before anything of the product (modules that they import begin the same way), and what a script of the
 * browser's own driver removes would be missing from the service worker.
 */
export async function copyPageWithout(from: string, to: string, lacks: readonly Lack[]): Promise<void> {
  // What the build compressed stays behind: a copy is there to be changed.
  await cp(from, to, { recursive: true, filter: (name) => !/\.(br|gz)$/.test(name) });
  await beginScriptsWith(to, lacks.map((lack) => REMOVALS[lack]).join('\n'));
}

/** Puts `prefix` before every script of a copied page. It runs once for each module of a context. */
export async function beginScriptsWith(to: string, prefix: string): Promise<void> {
  if (prefix === '') return;
  const scripts = (await readdir(to, { recursive: true })).filter((name) => name.endsWith('.js'));
  for (const script of scripts) await writeFile(join(to, script), `${prefix}\n${await readFile(join(to, script), 'utf8')}`);
}
