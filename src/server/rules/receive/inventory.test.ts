import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { healUploads } from '#server/rules/uploads/uploads-end.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  refusalOf,
  registerTestUpload,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
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

  test('reads a series again when its thumbnail is missing: now if it is complete, else once it is', async () => {
    await send('series-1', 'one', 0);
    await bench.context.db.write((tx) => tx.updateTable('job').set({ state: 'done', unique_key: null }).execute());
    await readingOf(0);
    await readingOf(1);
    bench.told.length = 0;
    await takeInventoryOnce(restarted(), await row());
    expect(await bench.context.db.read.selectFrom('series_reading').select('series_id').execute()).toEqual([]);
    expect(await jobs('read-series', 'queued')).toEqual([{ payload: JSON.stringify({ seriesId: upload.series[0]!.id }) }]);
    expect(bench.told).toMatchObject([{ to: `team ${bench.eva.teamId}`, event: 'change', payload: { seq: expect.any(Number) } }]);
  });

  test('changes and reports nothing when everything exists', async () => {
    await send('series-1', 'one', 0);
    bench.told.length = 0;
    await takeInventoryOnce(restarted(), await row());
    expect([await pieceKeys(), bench.told]).toEqual([[expect.anything()], []]);
  });

  test('treats an object as lost when it is shorter than its rows, and leaves complete ones', async () => {
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

  test('checks individually what a listing omits', async () => {
    await send('series-1', 'one', 0);
    const { objects } = bench.context;
    // A store whose listings lag behind: it shows what is old.
    const lagging = { ...objects, list: (prefix: string) => objects.list(prefix === '' ? '' : 'team-9/') };
    await takeInventoryOnce(restarted({ objects: lagging }), await row());
    expect(await pieceKeys()).toHaveLength(1);
  });

  test('runs once, and again on request or after a failure', async () => {
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

  test('ignores an upload that was dropped meanwhile', async () => {
    await send('series-1', 'one', 0);
    await bench.context.objects.remove((await pieceKeys())[0]!.object_key);
    const before = await row();
    await bench.context.db.write((tx) => tx.updateTable('upload').set({ state: 'dropped' }).execute());
    await takeInventoryOnce(restarted(), before);
    expect(await pieceKeys()).toHaveLength(1);
  });

  test('of a store without objects changes no row', async () => {
    await send('series-1', 'one', 0);
    const { objects } = bench.context;
    for await (const { key } of objects.list('')) await objects.remove(key);
    expect(await refusalOf(takeInventoryOnce(restarted(), await row()))).toEqual({ code: 'unavailable' });
    await expect(healUploads(restarted())).rejects.toThrow('unavailable');
    expect(await pieceKeys()).toHaveLength(1);
  });

  /** A volume that the store does not have. */
  async function volumeOf(which: number): Promise<void> {
    const volume = { name: 'volume', object_key: `team-1/gone-volume-${which}`, size: 5, sha256: '', sidecar: null, converter: 'played' };
    await bench.context.db.write(async (tx) => {
      await tx
        .insertInto('volume')
        .values({ ...volume, series_id: upload.series[which]!.id, created_at: 1 })
        .execute();
      await tx.updateTable('series').set({ message: 'made' }).where('id', '=', upload.series[which]!.id).execute();
    });
    await putSeriesInto(bench, 'converted', { id: upload.series[which]!.id });
  }
  const chunkOf = async (seriesId: string): Promise<string> =>
    (
      await bench.context.db.read
        .selectFrom('piece')
        .innerJoin('file', 'file.id', 'piece.file_id')
        .select('piece.object_key')
        .where('file.client_file_id', '=', seriesId)
        .executeTakeFirstOrThrow()
    ).object_key;
  const uploadChanges = async () =>
    (await bench.context.db.read.selectFrom('change').select('ref').where('kind', '=', 'upload').execute()).map(({ ref }) => ref);

  test('converts a series again when only its volume is missing; one without its files waits for them', async () => {
    await send('series-1', 'one', 0);
    await send('series-2', 'two', 1);
    await bench.context.db.write((tx) => tx.updateTable('job').set({ state: 'done', unique_key: null }).execute());
    for (const which of [0, 1]) await volumeOf(which);
    await bench.context.objects.remove(await chunkOf('series-1'));
    bench.told.length = 0;
    await takeInventoryOnce(restarted(), await row());
    expect(await bench.context.db.read.selectFrom('series').select(['state', 'message', 'proved_files']).orderBy('idx').execute()).toEqual([
      { state: 'receiving', message: null, proved_files: 0 },
      { state: 'proved', message: null, proved_files: 1 },
    ]);
    expect(await bench.context.db.read.selectFrom('volume').select('id').execute()).toEqual([]);
    expect(await jobs('convert-series', 'queued')).toEqual([{ payload: JSON.stringify({ seriesId: upload.series[1]!.id }) }]);
    expect(bench.told).toMatchObject([{ to: `team ${bench.eva.teamId}`, event: 'change', payload: { seq: expect.any(Number) } }]);
  });

  test('reopens a finished upload with missing files, and tells the team', async () => {
    await send('series-1', 'one', 0);
    const key = await chunkOf('series-1');
    await bench.context.db.write((tx) => tx.updateTable('upload').set({ state: 'finished', updated_at: 1 }).execute());
    const before = await uploadChanges();
    await bench.context.objects.remove(key);
    await takeInventoryOnce(restarted(), await row());
    expect(await row()).toMatchObject({ state: 'open', updated_at: bench.clock.now });
    expect(await uploadChanges()).toEqual([...before, upload.session]);
  });

  test('leaves an upload finished when only a volume is missing', async () => {
    await send('series-1', 'one', 0);
    await bench.context.db.write((tx) => tx.updateTable('upload').set({ state: 'finished' }).execute());
    await volumeOf(0);
    await takeInventoryOnce(restarted(), await row());
    expect([(await row()).state, await seriesStates()]).toEqual([
      'finished',
      [
        { state: 'proved', proved_files: 1 },
        { state: 'receiving', proved_files: 0 },
      ],
    ]);
    // Its files are there: they are still to be read.
    expect(await jobs('read-series', 'queued')).toEqual([{ payload: JSON.stringify({ seriesId: upload.series[0]!.id }) }]);
  });

  test('detects a missing object of a single byte, and leaves an open upload open', async () => {
    await send('series-1', '1', 0);
    const before = await uploadChanges();
    await bench.context.objects.remove(await chunkOf('series-1'));
    await takeInventoryOnce(restarted(), await row());
    expect([await pieceKeys(), await uploadChanges()]).toEqual([[], before]);
  });

  test('wakes the converter only when something is missing, and the missing chunk may be sent again', async () => {
    const wake = vi.spyOn(bench.context.jobs, 'wake');
    await send('series-1', 'one', 0);
    wake.mockClear();
    await takeInventoryOnce(restarted(), await row());
    expect(wake).not.toHaveBeenCalled();
    await bench.context.objects.remove(await chunkOf('series-1'));
    await takeInventoryAgain(restarted(), await row());
    expect(wake).toHaveBeenCalled();
    expect(await bench.context.db.read.selectFrom('chunk').select('chunk_index').execute()).toEqual([]);
  });
});
