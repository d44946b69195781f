import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { createTestBench, packChunk, registerTestUpload, testFile, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { receiveChunk } from './chunk.ts';
import { chunkTurnOf } from './proof.ts';
import { receivingOf } from './receiving.ts';
import { clearStrays } from './strays.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 86_400_000;
const STRAY = 'team-1/study-1/chunk-1-0-abc';

describe.each(TEST_ENGINES)('objects without a row on %s', (engine) => {
  let bench: TestBench;
  let context: ServerContext;
  /** When objects were written, by the clock of the store; those of which nothing is said a day ago. */
  let writtenAt: Map<string, number>;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    writtenAt = new Map();
    const { objects } = bench.context;
    context = {
      ...bench.context,
      objects: {
        ...objects,
        async *list(prefix: string) {
          for await (const object of objects.list(prefix))
            yield { ...object, writtenAt: writtenAt.get(object.key) ?? bench.clock.now - 86_400_000 };
        },
      },
    };
  });
  afterEach(() => bench.close());

  async function keys(): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of bench.context.objects.list('')) found.push(key);
    return found.toSorted();
  }
  const noted = async () =>
    (await context.db.read.selectFrom('stray_object').select('object_key').orderBy('object_key').execute()).map((row) => row.object_key);

  /** The object of a chunk that was received. */
  async function received(): Promise<{ key: string; forget: () => Promise<void>; nameAgain: () => Promise<void> }> {
    const upload = await registerTestUpload(bench, { 'series-1': 1 });
    await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('a', 'aaa')]));
    const piece = await context.db.read.selectFrom('piece').selectAll().executeTakeFirstOrThrow();
    return {
      key: piece.object_key,
      forget: () => context.db.write(async (tx) => void (await tx.deleteFrom('piece').execute())),
      nameAgain: () => context.db.write(async (tx) => void (await tx.insertInto('piece').values(piece).execute())),
    };
  }

  test('are deleted a week after they were found, and not earlier', async () => {
    await context.objects.write(STRAY, Uint8Array.of(1));
    await clearStrays(context);
    expect([await keys(), await noted()]).toEqual([[STRAY], [STRAY]]);
    bench.clock.now += WEEK_MS - 1;
    await clearStrays(context);
    expect([await keys(), await noted()]).toEqual([[STRAY], [STRAY]]);
    bench.clock.now += 1;
    await clearStrays(context);
    expect([await keys(), await noted()]).toEqual([[], []]);
  });

  test('are deleted although others were found later, which have their own week', async () => {
    const later = 'team-1/study-1/chunk-1-1-abc';
    await context.objects.write(STRAY, Uint8Array.of(1));
    await clearStrays(context);
    bench.clock.now += WEEK_MS;
    await context.objects.write(later, Uint8Array.of(1));
    await clearStrays(context);
    expect([await keys(), await noted()]).toEqual([[later], [later]]);
  });

  test('are not recorded within an hour after writing, because another process may not have stored the row yet', async () => {
    const [fresh, settled, ahead] = ['team-1/fresh', 'team-1/settled', 'team-1/ahead'] as const;
    for (const key of [fresh, settled, ahead]) await context.objects.write(key, Uint8Array.of(1));
    writtenAt.set(fresh, bench.clock.now - HOUR_MS);
    writtenAt.set(settled, bench.clock.now - HOUR_MS - 1);
    // The clock of the store was set back since.
    writtenAt.set(ahead, bench.clock.now + HOUR_MS + 1);
    await clearStrays(context);
    expect(await noted()).toEqual([ahead, settled]);
  });

  test('are not strays while a row names them, and their week restarts afterwards', async () => {
    const { key, forget, nameAgain } = await received();
    await clearStrays(context);
    expect(await noted()).toEqual([]);
    await forget();
    await clearStrays(context);
    expect(await noted()).toEqual([key]);
    await nameAgain();
    bench.clock.now += WEEK_MS;
    await clearStrays(context);
    expect([await keys(), await noted()]).toEqual([[key], []]);
    await forget();
    await clearStrays(context);
    expect([await keys(), await noted()]).toEqual([[key], [key]]);
  });

  test('are not strays while a volume names them', async () => {
    const upload = await registerTestUpload(bench, { 'series-1': 1 });
    await context.objects.write(STRAY, Uint8Array.of(1));
    const volume = {
      series_id: upload.series[0]!.id,
      name: 'volume',
      object_key: STRAY,
      size: 1,
      sha256: '',
      sidecar: null,
      converter: 'played',
    };
    await context.db.write((tx) =>
      tx
        .insertInto('volume')
        .values({ ...volume, created_at: 1 })
        .execute(),
    );
    await clearStrays(context);
    expect(await noted()).toEqual([]);
  });

  test('stay when the chunk is sent again at the moment of their removal', async () => {
    const { key, forget, nameAgain } = await received();
    await forget();
    await clearStrays(context);
    bench.clock.now += WEEK_MS;
    const read = Promise.withResolvers<void>();
    const coming = receivingOf(context.db).turns.take(chunkTurnOf(key), async () => {
      await read.promise;
      await nameAgain();
    });
    const { objects } = context;
    const listed: ServerContext = {
      ...context,
      objects: {
        ...objects,
        async *list(prefix: string) {
          yield* objects.list(prefix);
          // What is named is looked up now; the turn of the chunk comes after that.
          setTimeout(read.resolve, 50);
        },
      },
    };
    await Promise.all([clearStrays(listed), coming]);
    expect(await keys()).toEqual([key]);
  });

  test('are not listed any more when they are gone', async () => {
    await context.objects.write(STRAY, Uint8Array.of(1));
    await clearStrays(context);
    await context.objects.remove(STRAY);
    await clearStrays(context);
    expect(await noted()).toEqual([]);
  });

  test('are all found in a store with more objects than are checked at a time', async () => {
    const there = new Set(Array.from({ length: 1_001 }, (_, n) => `team-1/study-1/chunk-1-${n}-abc`));
    const many: ServerContext = {
      ...context,
      objects: {
        ...context.objects,
        async *list() {
          for (const key of [...there]) yield { key, bytes: 1, writtenAt: bench.clock.now - 86_400_000 };
        },
        remove: async (key) => void there.delete(key),
      },
    };
    await clearStrays(many);
    expect([there.size, (await noted()).length]).toEqual([1_001, 1_001]);
    bench.clock.now += WEEK_MS;
    await clearStrays(many);
    expect([there.size, await noted()]).toEqual([0, []]);
  });
});
