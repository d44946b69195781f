import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { setBodyPart, selectSeries } from '#localdb/upload/edit-commands.ts';
import { commitFiles, UploadClosedError, type StagedFile } from './commit-files.ts';
import { saveDeidentified } from '#localdb/upload/deidentified-series.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { AS_THEY_ARE, commitBatch, stageBatch, type StagedBatch } from '#localdb/queue/queue.example.ts';
import { LocalDb } from '#localdb/schema.ts';
import { StagedBytesMissingError } from './staged-file.ts';
import { processUpload } from '#localdb/upload/upload-commands.ts';
import { shownUpload } from '#localdb/upload/uploads.ts';

const BODY_PARTS = { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE };
let db: LocalDb;
let device: DeviceKey;
let uploadId: string;

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  uploadId = (await shownUpload(db)).id;
});

const stage = (instanceNumbers: number[], fill = 1): Promise<StagedBatch> =>
  stageBatch(
    device,
    uploadId,
    instanceNumbers.map((instanceNumber) => ({ instanceNumber })),
    fill,
  );
const commit = (batch: StagedBatch) => commitBatch(db, device, uploadId, batch);
const segmentIds = (): Promise<string[]> => db.segments.toCollection().primaryKeys();
/** A file that was read and refused. */
const behind = (problem: 'not-dicom' | 'unpacked'): StagedFile => ({
  id: crypto.randomUUID(),
  names: { name: problem, path: problem },
  size: 5,
  sha256: problem,
  pieces: [],
  reading: { ok: false, problem },
});

describe('the result of a commit', () => {
  it('counts files as stored, known or refused, without the unpacked archives', async () => {
    await commit(await stage([1, 2]));
    const more = await stage([1, 2, 3]);
    const files = [...more.files, behind('not-dicom'), behind('unpacked'), behind('unpacked')];
    expect(await commitFiles(db, device, uploadId, files, [more.segment])).toEqual({
      stored: 1,
      duplicates: 2,
      problems: 1,
      returned: 0,
      unheldSegmentIds: [],
    });
  });

  it('is the same when the commit is repeated, and nothing changes', async () => {
    const batch = await stage([1, 2]);
    const first = await commit(batch);
    const rows = await db.files.toArray();
    expect(first).toMatchObject({ stored: 2, duplicates: 0, problems: 0 });
    expect(await commit(batch)).toMatchObject({ stored: 2, duplicates: 0, problems: 0, returned: 0 });
    expect([await db.files.toArray(), (await db.series.toArray()).map((row) => row.files)]).toEqual([rows, [2]]);
  });

  it('names the segments in which nothing is kept, and no others', async () => {
    await commit(await stage([1, 2]));
    const known = await stage([1, 2]);
    const fresh = await stage([3], 50);
    const told = await commitFiles(db, device, uploadId, [...known.files, ...fresh.files], [known.segment, fresh.segment]);
    expect(told.unheldSegmentIds).toEqual([known.segment.id]);
  });

  it('is the same when refused files are committed again', async () => {
    const files = [behind('not-dicom')];
    for (let n = 0; n < 2; n += 1)
      expect(await commitFiles(db, device, uploadId, files, [])).toMatchObject({ stored: 0, duplicates: 0, problems: 1 });
    expect(await db.files.count()).toBe(1);
  });

  it('does not treat content as known when it was refused earlier', async () => {
    const batch = await stage([1]);
    await commitFiles(db, device, uploadId, [{ ...behind('not-dicom'), sha256: batch.files[0]!.sha256 }], []);
    expect(await commit(batch)).toMatchObject({ stored: 1, duplicates: 0 });
    expect(await segmentIds()).toEqual([batch.segment.id]);
  });

  it('counts content that comes twice in one commit once', async () => {
    const batch = await stage([1]);
    const twice = [...batch.files, { ...batch.files[0]!, id: crypto.randomUUID() }];
    expect(await commitFiles(db, device, uploadId, twice, [batch.segment])).toMatchObject({ stored: 1, duplicates: 1 });
    expect((await db.series.toArray()).map((row) => row.files)).toEqual([1]);
  });
});

describe('the bytes of a commit', () => {
  it('take no space when none of their files is kept', async () => {
    const first = await stage([1, 2]);
    await commit(first);
    await commit(await stage([1, 2]));
    expect(await segmentIds()).toEqual([first.segment.id]);
  });

  it('may be written before it', async () => {
    const batch = await stage([1, 2]);
    await db.segments.put(batch.segment);
    expect(await commitFiles(db, device, uploadId, batch.files, [])).toMatchObject({ stored: 2, unheldSegmentIds: [] });
  });

  it('must exist if they were written before it; otherwise nothing is committed', async () => {
    const [here, gone] = [await stage([1]), await stage([2], 50)];
    await db.segments.put(here.segment);
    const files = [...here.files, ...gone.files];
    await expect(commitFiles(db, device, uploadId, files, [])).rejects.toBeInstanceOf(StagedBytesMissingError);
    expect([await db.files.count(), await db.studies.count(), await db.series.count()]).toEqual([0, 0, 0]);
  });
});

describe('an upload that is being sent', () => {
  it('accepts no new file, reports known files as known, and names the refused ones', async () => {
    const first = await stage([1, 2]);
    await commit(first);
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: true });
    const again = await stage([1, 2]);
    expect(await commitFiles(db, device, uploadId, [...again.files, behind('not-dicom')], [again.segment])).toMatchObject({
      stored: 0,
      duplicates: 2,
      problems: 1,
      unheldSegmentIds: [again.segment.id],
    });
    await expect(commit(await stage([3], 50))).rejects.toBeInstanceOf(UploadClosedError);
    expect(await db.files.filter(({ problem }) => problem === null).count()).toBe(2);
  });

  it('gets no bytes back from a file with the same content but no bytes', async () => {
    const batch = await stage([1]);
    await commit(batch);
    await processUpload(db, uploadId, BODY_PARTS);
    await db.files.toCollection().modify({ state: 'lost' });
    await db.series.toCollection().modify({ lostFiles: 1 });
    const told = await commitFiles(db, device, uploadId, [{ ...behind('not-dicom'), sha256: batch.files[0]!.sha256 }], []);
    expect(told).toMatchObject({ returned: 0 });
    expect((await db.files.get(batch.files[0]!.id))?.state).toBe('lost');
    const again = await stage([1]);
    expect(await commit(again)).toMatchObject({ stored: 1, returned: 1, unheldSegmentIds: [] });
    expect(await db.files.get(batch.files[0]!.id)).toMatchObject({ state: 'stored', segmentIds: [again.segment.id] });
  });

  it.each(['ended', 'dropping'] as const)('accepts nothing more when it is %s', async (phase) => {
    await db.uploads.update(uploadId, { phase });
    await expect(commitFiles(db, device, uploadId, [behind('not-dicom')], [])).rejects.toBeInstanceOf(UploadClosedError);
    expect(await db.files.count()).toBe(0);
  });
});

describe('rows that change while files are read', () => {
  /** Commits, and runs a change between making the plan and carrying it out. */
  async function commitWhile(batch: StagedBatch, change: () => Promise<unknown>) {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    let isFirst = true;
    // The last step of a plan encrypts rows, outside of any transaction.
    crypto.subtle.encrypt = async (...given) => {
      if (isFirst) {
        isFirst = false;
        await change();
      }
      return encrypt(...given);
    };
    try {
      return await commit(batch);
    } finally {
      crypto.subtle.encrypt = encrypt;
    }
  }

  it('a file that another worker commits meanwhile is stored once', async () => {
    const [mine, other] = [await stage([1]), await stage([1])];
    expect(await commitWhile(mine, () => commit(other))).toMatchObject({ stored: 0, duplicates: 1, unheldSegmentIds: [mine.segment.id] });
    expect(await segmentIds()).toEqual([other.segment.id]);
    expect((await db.series.toArray()).map((row) => row.files)).toEqual([1]);
  });

  it('another image of the series is merged with it', async () => {
    const [mine, other] = [await stage([1]), await stage([2], 50)];
    await commitWhile(mine, () => commit(other));
    expect((await db.series.toArray()).map((row) => [row.files, row.revision])).toEqual([[2, 2]]);
    expect(await db.studies.count()).toBe(1);
  });

  it('what the user decides is kept', async () => {
    await commit(await stage([1]));
    const [series] = await db.series.toArray();
    await commitWhile(await stage([2], 50), async () => {
      await selectSeries(db, [series!.id], false);
      await setBodyPart(db, series!.studyId, null);
      await db.series.update(series!.id, { number: 77, window: { center: 5, width: 6 } });
    });
    expect(await db.series.get(series!.id)).toMatchObject({
      files: 2,
      upload: false,
      uploadDecided: true,
      number: 77,
      window: { center: 5, width: 6 },
    });
    expect((await db.studies.toArray())[0]).toMatchObject({ bodyPart: null, bodyPartBy: 'person' });
  });

  it('a series that was de-identified meanwhile is processed again with the new file', async () => {
    await commit(await stage([1]));
    const [series] = await db.series.toArray();
    await commitWhile(await stage([2], 50), async () => {
      const result = { ok: false, why: 'damaged' } as const;
      expect(await saveDeidentified(db, device, uploadId, [{ read: series!, by: 'rules', result }])).toHaveLength(1);
    });
    expect(await db.series.get(series!.id)).toMatchObject({ files: 2, deidentifiedBy: null, revision: series!.revision + 2 });
  });

  it('an upload that is sent meanwhile accepts no new file', async () => {
    await commit(await stage([1]));
    const late = await stage([2], 50);
    await expect(commitWhile(late, () => processUpload(db, uploadId, BODY_PARTS))).rejects.toBeInstanceOf(UploadClosedError);
    expect(await db.files.count()).toBe(1);
    expect(await segmentIds()).not.toContain(late.segment.id);
  });
});
