import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { healUploads } from '#server/rules/uploads-end.ts';
import {
  createTestBench,
  packChunk,
  refusalOf,
  registerTestUpload,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads-test-bench.ts';
import { receiveChunk } from './chunk.ts';
import { takeInventoryAgain, takeInventoryOnce } from './inventory.ts';

describe.each(TEST_ENGINES)('the inventory of an upload on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { 'series-1': 1, 'series-2': 1 });
    // Something else lies in the store: it is there.
    await bench.context.objects.write('team-9/other', Uint8Array.of(1));
  });
  afterEach(() => bench.close());

  /** The same server after a start: nothing of what it remembered is left. */
  const restarted = (more: Partial<ServerContext> = {}): ServerContext => ({ ...bench.context, db: { ...bench.context.db }, ...more });
  const row = () => bench.context.db.read.selectFrom('upload').selectAll().where('id', '=', upload.uploadId).executeTakeFirstOrThrow();
  const send = (seriesId: string, text: string, chunk: number) =>
    receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk }, [testFile(seriesId, text, { seriesId })]));
  const jobs = (name: 'read-series' | 'convert-series', state: 'queued' | 'cancelled') =>
    bench.context.db.read.selectFrom('job').select('payload').where('name', '=', name).where('state', '=', state).orderBy('id').execute();
  const seriesStates = () => bench.context.db.read.selectFrom('series').select(['state', 'proved_files']).orderBy('idx').execute();
  const pieceKeys = () => bench.context.db.read.selectFrom('piece').select('object_key').orderBy('object_key').execute();

  /** A series that was read, with a thumbnail that the store does not have. */
  async function readingOf(which: number): Promise<void> {
    await bench.context.db.write((tx) =>
      tx
        .insertInto('series_reading')
        .values({
          series_id: upload.series[which]!.id,
          version: 1,
          facts: null,
          why: null,
          unread_files: 0,
          thumbnail_key: `team-1/gone-${which}`,
          thumbnail_hash: 'hash',
          thumbnail_bytes: 5,
          no_picture: null,
          read_at: 1,
        })
        .execute(),
    );
  }

  test('reads a series again whose thumbnail is gone: now where it is whole, and otherwise once it is', async () => {
    await send('series-1', 'one', 0);
    await bench.context.db.write((tx) => tx.updateTable('job').set({ state: 'done', unique_key: null }).execute());
    await readingOf(0);
    await readingOf(1);
    bench.told.length = 0;
    await takeInventoryOnce(restarted(), await row());
    expect(await bench.context.db.read.selectFrom('series_reading').select('series_id').execute()).toEqual([]);
    expect(await jobs('read-series', 'queued')).toEqual([{ payload: JSON.stringify({ seriesId: upload.series[0]!.id }) }]);
    expect(bench.told).toMatchObject([{ to: `team ${bench.eva.teamId}`, event: 'change' }]);
  });

  test('forgets nothing and says nothing where everything is there', async () => {
    await send('series-1', 'one', 0);
    bench.told.length = 0;
    await takeInventoryOnce(restarted(), await row());
    expect([await pieceKeys(), bench.told]).toEqual([[expect.anything()], []]);
  });

  test('takes an object for lost that is shorter than its rows say, and leaves what is whole', async () => {
    await send('series-1', 'one', 0);
    await send('series-2', 'two', 1);
    const [short] = await bench.context.db.read
      .selectFrom('piece')
      .innerJoin('file', 'file.id', 'piece.file_id')
      .select('piece.object_key')
      .where('file.client_file_id', '=', 'series-1')
      .execute();
    await bench.context.objects.write(short!.object_key, Uint8Array.of(1, 2));
    await takeInventoryOnce(restarted(), await row());
    expect(await seriesStates()).toEqual([
      { state: 'receiving', proved_files: 0 },
      { state: 'proved', proved_files: 1 },
    ]);
    // What was to be done with the files that are gone is called off.
    expect([await jobs('convert-series', 'cancelled'), await jobs('read-series', 'cancelled')]).toEqual([
      [{ payload: JSON.stringify({ seriesId: upload.series[0]!.id }) }],
      [{ payload: JSON.stringify({ seriesId: upload.series[0]!.id }) }],
    ]);
    expect(await jobs('convert-series', 'queued')).toHaveLength(1);
  });

  test('asks by name for what a listing leaves out', async () => {
    await send('series-1', 'one', 0);
    const { objects } = bench.context;
    // A store whose listings lag behind: it shows what is old.
    const lagging = { ...objects, list: (prefix: string) => objects.list(prefix === '' ? '' : 'team-9/') };
    await takeInventoryOnce(restarted({ objects: lagging }), await row());
    expect(await pieceKeys()).toHaveLength(1);
  });

  test('is taken once, and again where it is asked for, or where it failed', async () => {
    await send('series-1', 'one', 0);
    const { objects } = bench.context;
    const list = vi.fn<typeof objects.list>(objects.list.bind(objects));
    const context = restarted({ objects: { ...objects, list } });
    await Promise.all([takeInventoryOnce(context, await row()), takeInventoryOnce(context, await row())]);
    await takeInventoryOnce(context, await row());
    expect(list).toHaveBeenCalledTimes(1);
    await takeInventoryAgain(context, await row());
    expect(list).toHaveBeenCalledTimes(2);
    list.mockImplementationOnce(() => {
      throw new Error('The store does not answer');
    });
    await expect(takeInventoryAgain(context, await row())).rejects.toThrow('does not answer');
    await takeInventoryOnce(context, await row());
    expect(list).toHaveBeenCalledTimes(4);
  });

  test('leaves an upload alone that was dropped meanwhile', async () => {
    await send('series-1', 'one', 0);
    await bench.context.objects.remove((await pieceKeys())[0]!.object_key);
    const before = await row();
    await bench.context.db.write((tx) => tx.updateTable('upload').set({ state: 'dropped' }).execute());
    await takeInventoryOnce(restarted(), before);
    expect(await pieceKeys()).toHaveLength(1);
  });

  test('of a store without a single object costs no row', async () => {
    await send('series-1', 'one', 0);
    const { objects } = bench.context;
    for await (const { key } of objects.list('')) await objects.remove(key);
    expect(await refusalOf(takeInventoryOnce(restarted(), await row()))).toEqual({ code: 'unavailable' });
    await expect(healUploads(restarted())).rejects.toThrow('unavailable');
    expect(await pieceKeys()).toHaveLength(1);
  });
});
