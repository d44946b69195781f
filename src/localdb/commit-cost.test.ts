import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { commitFiles, type InTurn } from './commit-files.ts';
import { openDeviceKey, type DeviceKey } from './device-key.ts';
import { stageBatch } from './queue.example.ts';
import { LocalDb } from './schema.ts';
import { shownUpload } from './uploads.ts';

let user: number;
let device: DeviceKey;
let uploadId: string;

beforeEach(async () => {
  user = nextUser();
  const db = new LocalDb(user);
  device = await openDeviceKey(db);
  uploadId = (await shownUpload(db)).id;
});

/** What is asked of the browser: each transaction is a way there and back, and each row is written to the disk. */
class Cost {
  reads = 0;
  writes = 0;
  rows = 0;
}

/** A connection of its own, as each worker has one. */
async function countedDb(cost: Cost): Promise<LocalDb> {
  const db = new LocalDb(user);
  db.use({
    stack: 'dbcore',
    name: 'cost',
    create: (core) => ({
      ...core,
      transaction(stores, mode, ...rest) {
        cost[mode === 'readwrite' ? 'writes' : 'reads'] += 1;
        return core.transaction(stores, mode, ...rest);
      },
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          mutate(request) {
            if (request.type === 'put' || request.type === 'add') cost.rows += request.values.length;
            return table.mutate(request);
          },
        };
      },
    }),
  });
  await db.open();
  // Opening it counts for nothing.
  Object.assign(cost, new Cost());
  return db;
}

/** Files of five series, as those of a folder that is given in no order. */
function batchOf(fill: number) {
  const descriptions = Array.from({ length: 15 }, (_, n) => ({
    seriesInstanceUid: `1.2.${n % 5}`,
    sopInstanceUid: `1.2.${n % 5}.${fill}.${n}`,
  }));
  return stageBatch(device, uploadId, descriptions, fill);
}

/** As the browser's locks do it. */
function turns(): InTurn {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = before.then(work);
    before = mine.catch(() => undefined);
    return mine;
  };
}

const ROWS_OF_A_BATCH = 15 + 1 + 1 + 5;

describe('what a commit costs', () => {
  it('reads in two transactions and writes in one, each row once, however many series its files belong to', async () => {
    const cost = new Cost();
    const db = await countedDb(cost);
    for (const fill of [1, 2]) {
      const { files, segment } = await batchOf(fill);
      await commitFiles(db, device, uploadId, files, [segment]);
      expect(cost).toEqual({ reads: 2 * fill, writes: fill, rows: fill * ROWS_OF_A_BATCH });
    }
    expect((await db.series.toArray()).map(({ files }) => files)).toEqual([6, 6, 6, 6, 6]);
  });

  it('is the same for two workers that take turns: none merges what has moved on', async () => {
    const cost = new Cost();
    const [db, other] = [await countedDb(cost), await countedDb(cost)];
    const [one, two] = [await batchOf(1), await batchOf(2)];
    const inTurn = turns();
    await Promise.all([
      commitFiles(db, device, uploadId, one.files, [one.segment], inTurn),
      commitFiles(other, device, uploadId, two.files, [two.segment], inTurn),
    ]);
    expect(cost).toEqual({ reads: 4, writes: 2, rows: 2 * ROWS_OF_A_BATCH });
    expect((await db.series.toArray()).map(({ files }) => files)).toEqual([6, 6, 6, 6, 6]);
  });
});
