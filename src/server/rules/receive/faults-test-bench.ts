import type { KyselyPlugin } from 'kysely';
import type { Readable } from 'node:stream';
import type { Converter } from '#server/conversion/converter.ts';
import type { Database, Reader, Writer } from '#server/db/database.ts';
import { nodeFileSystem, type FileSystem, type OpenFile } from '#server/storage/file-system.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';

/**
 * Every step of a server that can fail, numbered, for tests: each call of the file system, each statement, begin and commit, each call of
 * the object store and of the converter. The n-th fails (`error`), or nothing happens from it on (`kill`): requests never answer, an open
 * transaction is rolled back as a database does it when its client is gone, the files stay unchanged.
 *
 * A statement that is killed throws, because Kysely's plugins cannot wait there. This has no effect: whatever the rules do next waits for
 * something that never answers.
 */
export interface FaultSteps {
  /** The number of steps so far. */
  count(): number;
  /** Names of the steps, in their order, to identify the one that failed. */
  names(): readonly string[];
  /** Once the transactions of the killed server are rolled back. */
  killed: Promise<'killed'>;
  isKilled(): boolean;
  /** Closes what the killed server had open, as the system does. */
  reap(): Promise<void>;
  fileSystem(inner?: FileSystem): FileSystem;
  database(db: Database): Database;
  objects(store: ObjectStore): ObjectStore;
  converter(converter: Converter): Converter;
}

export interface PlannedFault {
  at: number;
  kind: 'error' | 'kill';
  /** Code of the error. */
  code?: string;
}

const NEVER = new Promise<never>(() => undefined);

export function createFaultSteps(fault: PlannedFault | null = null): FaultSteps {
  const names: string[] = [];
  const open: OpenFile[] = [];
  const transactions = new Set<Promise<unknown>>();
  const killing = Promise.withResolvers<'killed'>();
  let killed = false;

  const planned = (name: string) => Object.assign(new Error(`Planned fault: ${name}`), { code: fault?.code ?? 'EIO' });

  /** Throws at the planned step. */
  function pass(name: string): void {
    if (killed) throw planned(name);
    names.push(name);
    if (fault === null || names.length !== fault.at) return;
    if (fault.kind === 'kill') {
      killed = true;
      killing.resolve('killed');
    }
    throw planned(name);
  }

  /** A dead process never answers. */
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (killed) return NEVER;
    try {
      pass(name);
    } catch (error) {
      return killed ? NEVER : Promise.reject(error as Error);
    }
    const done = await work().catch((error: unknown) => (killed ? NEVER : Promise.reject(error as Error)));
    return killed ? NEVER : done;
  }

  const statements: KyselyPlugin = {
    transformQuery({ node }) {
      pass(`sql ${node.kind}`);
      return node;
    },
    transformResult: ({ result }) => (killed ? NEVER : Promise.resolve(result)),
  };
  /** In a transaction it throws, so that the database rolls back. */
  const inTransaction: KyselyPlugin = {
    ...statements,
    transformResult: ({ result }) => (killed ? Promise.reject(planned('result')) : Promise.resolve(result)),
  };

  async function write<T>(db: Database, work: (tx: Writer) => Promise<T>): Promise<T> {
    const writing = db.write(async (tx) => {
      const done = await work(tx.withPlugin(inTransaction) as Writer);
      pass('commit');
      return done;
    });
    transactions.add(writing);
    try {
      return await writing;
    } finally {
      transactions.delete(writing);
    }
  }

  return {
    count: () => names.length,
    names: () => names,
    killed: killing.promise.then(async (killedNow) => {
      await Promise.allSettled(transactions);
      return killedNow;
    }),
    isKilled: () => killed,
    async reap() {
      for (const file of open.splice(0)) await file.close().catch(() => undefined);
    },

    fileSystem: (inner = nodeFileSystem) => ({
      ...inner,
      open: (path, flags) =>
        step('open', async () => {
          const file = await inner.open(path, flags);
          open.push(file);
          return {
            write: (bytes, offset, length) => {
              const writing = step('write', () => file.write(bytes, offset, length));
              // A kill during a write leaves half of it.
              return killed ? file.write(bytes, offset, Math.max(1, Math.floor(length / 2))).then(() => NEVER) : writing;
            },
            read: (into, offset, length, position) => file.read(into, offset, length, position),
            stat: () => file.stat(),
            sync: () => step('sync', () => file.sync()),
            close: () => file.close(),
          };
        }),
      rename: (from, to) => step('rename', () => inner.rename(from, to)),
      mkdir: (path, options) => step('mkdir', () => inner.mkdir(path, options)),
      rm: (path, options) => step('rm', () => inner.rm(path, options)),
    }),

    database: (db) => ({
      ...db,
      read: db.read.withPlugin(statements) as Reader,
      write: <T>(work: (tx: Writer) => Promise<T>) =>
        step('begin', async () => {
          const value = await write(db, work);
          // The commit is done, and its answer is lost.
          pass('committed');
          return value;
        }),
    }),

    objects: (store) => ({
      write: (key, bytes) => step('object write', () => store.write(key, bytes)),
      read: (key, offset, length) => step('object read', () => store.read(key, offset, length)),
      size: (key) => step('object size', () => store.size(key)),
      remove: (key) => step('object remove', () => store.remove(key)),
      removeAll: (prefix) => step('object removeAll', () => store.removeAll(prefix)),
      stream(key, offset, length): Readable {
        pass('object stream');
        return store.stream(key, offset, length);
      },
      async *list(prefix) {
        await step('object list', () => Promise.resolve());
        yield* store.list(prefix);
      },
    }),

    converter: (converter) => ({
      ...converter,
      convert: (input, signal) => step('convert', () => converter.convert(input, signal)),
    }),
  };
}
