import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { MANUAL_SCORE, type Recognition } from '#model/studies/acquisition.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { markReference, selectSeries } from '#localdb/upload/edit-commands.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { AS_THEY_ARE, commitBatch, stageBatch } from '#localdb/queue/queue.example.ts';
import { saveRecognitions, unrecognisedUploads, type Recogniser } from './recognitions.ts';
import { LocalDb } from '#localdb/schema.ts';
import { processUpload } from '#localdb/upload/upload-commands.ts';
import { readUploadView } from '#localdb/upload/upload-view.ts';
import { savePreview, shownUpload } from '#localdb/upload/uploads.ts';

const ALLOWED = (['T2W', 'DWI', 'COR', 'NONE'] as const).map((code) => ({ code, modality: 'MR' }));
let db: LocalDb;
let device: DeviceKey;
let uploadId: string;
let fill = 0;

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  uploadId = (await shownUpload(db)).id;
  await savePreview(db, uploadId);
});

/** Series of one file. The description is what the recogniser of these tests returns: `T2W 0.8`. */
async function take(...descriptions: string[]): Promise<void> {
  fill += 1;
  const files = descriptions.map((seriesDescription, n): Partial<InstanceDescription> => ({
    seriesDescription,
    seriesNumber: n + 1,
    seriesInstanceUid: `2.25.9.${seriesDescription}`,
    instanceNumber: fill * 10 + n,
  }));
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, files, fill));
}

const recogniser: Recogniser = {
  allowed: ALLOWED,
  recognise({ seriesDescription }: SeriesFacts): Recognition {
    const [code, score] = seriesDescription.split(' ');
    return { code: code as AcquisitionCode, score: Number(score), reasons: [`Called “${seriesDescription}”`] };
  },
};

const recognise = (): Promise<void> => saveRecognitions(db, device, uploadId, recogniser);

async function seriesOf(description: string): Promise<SeriesView> {
  const view = await readUploadView(db, device, new FactsCache());
  const found = view?.studies.flatMap(({ series }) => series).find(({ facts }) => facts.seriesDescription === description);
  if (!found) throw new Error('No such series');
  return found;
}

describe('the recognised acquisition of a series', () => {
  it('is stored next to its facts, with score and reasons; one not allowed for its modality is NONE with score 0 [REC-017, REC-001]', async () => {
    await take('T2W 0.8', 'ADC 0.9');
    expect((await seriesOf('T2W 0.8')).acquisition).toBeNull();
    await recognise();
    expect(await seriesOf('T2W 0.8')).toMatchObject({
      acquisition: { code: 'T2W', score: 0.8, by: 'device' },
      recognised: { code: 'T2W', score: 0.8, reasons: ['Called “T2W 0.8”'] },
    });
    expect((await seriesOf('ADC 0.9')).acquisition).toEqual({ code: 'NONE', score: 0, by: 'device' });
  });

  it('is stored once, and not requested again', async () => {
    await take('T2W 0.8', 'DWI 0.7');
    expect(await unrecognisedUploads(db)).toEqual([uploadId]);
    await recognise();
    const rows = await db.series.toArray();
    expect(await unrecognisedUploads(db)).toEqual([]);
    await recognise();
    expect(await db.series.toArray()).toEqual(rows);
  });

  it('stores nothing about a patient in plain text', async () => {
    await take('T2W 0.8');
    await recognise();
    const [row] = await db.series.toArray();
    expect(Object.keys(row?.acquisition ?? {}).sort()).toEqual(['by', 'code', 'score']);
    expect(row?.recognised).toBeInstanceOf(Uint8Array);
  });

  it("does not replace the user's choice [REC-023, REC-024]", async () => {
    await take('T2W 0.8', 'DWI 0.7');
    const { id } = await seriesOf('DWI 0.7');
    await db.series.update(id, { acquisition: { code: 'COR', score: MANUAL_SCORE, by: 'person' } });
    await recognise();
    expect(await seriesOf('DWI 0.7')).toMatchObject({ acquisition: { code: 'COR', score: 1.1 }, recognised: { code: 'DWI' } });
  });

  it('is unchanged once the upload is being sent', async () => {
    await take('T2W 0.8');
    await processUpload(db, uploadId, { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE });
    await recognise();
    expect((await seriesOf('T2W 0.8')).acquisition).toBeNull();
    expect(await unrecognisedUploads(db)).toEqual([]);
  });

  it('is computed for series that arrive meanwhile', async () => {
    await take('T2W 0.8');
    const asked = vi.fn((facts: SeriesFacts) => recogniser.recognise(facts));
    const transaction = db.transaction.bind(db) as (...given: unknown[]) => unknown;
    // Another worker commits between the reading and the transaction.
    vi.spyOn(db, 'transaction').mockImplementationOnce((async (...given: unknown[]) => {
      await take('DWI 0.7');
      return transaction(...given);
    }) as unknown as typeof db.transaction);
    await saveRecognitions(db, device, uploadId, { ...recogniser, recognise: asked });
    expect(asked.mock.calls.map(([facts]) => facts.seriesDescription).sort()).toEqual(['DWI 0.7', 'T2W 0.8', 'T2W 0.8']);
    expect((await seriesOf('DWI 0.7')).acquisition?.code).toBe('DWI');
  });
});

describe('a study that was recognised', () => {
  it('has the best series of each acquisition selected, and the best T2W as its reference [REC-020, REC-021]', async () => {
    await take('T2W 0.8', 'T2W 0.9', 'DWI 0.7', 'NONE 0');
    await recognise();
    const shown = async (description: string) => {
      const { upload, isReference } = await seriesOf(description);
      return { upload, isReference };
    };
    expect(await shown('T2W 0.8')).toEqual({ upload: false, isReference: false });
    expect(await shown('T2W 0.9')).toEqual({ upload: true, isReference: true });
    expect(await shown('DWI 0.7')).toEqual({ upload: true, isReference: false });
    expect(await shown('NONE 0')).toEqual({ upload: false, isReference: false });
  });

  it('keeps what the user selected, excluded or marked', async () => {
    await take('T2W 0.8', 'T2W 0.9', 'DWI 0.7');
    await selectSeries(db, [(await seriesOf('T2W 0.8')).id], true);
    await selectSeries(db, [(await seriesOf('DWI 0.7')).id], false);
    await markReference(db, (await seriesOf('T2W 0.8')).id, true);
    await recognise();
    expect(await seriesOf('T2W 0.8')).toMatchObject({ upload: true, isReference: true });
    expect(await seriesOf('T2W 0.9')).toMatchObject({ upload: true, isReference: false });
    expect(await seriesOf('DWI 0.7')).toMatchObject({ upload: false });
  });

  it('stays completely selected when nothing was recognised', async () => {
    await take('NONE 0', 'ADC 0.9');
    await recognise();
    expect(await seriesOf('NONE 0')).toMatchObject({ upload: true, isReference: false });
    expect(await seriesOf('ADC 0.9')).toMatchObject({ upload: true });
  });

  it('is unchanged when another study arrives, also after a choice of the user', async () => {
    await take('NONE 0', 'ADC 0.9');
    await recognise();
    await db.series.update((await seriesOf('ADC 0.9')).id, { acquisition: { code: 'T2W', score: MANUAL_SCORE, by: 'person' } });
    const other = await stageBatch(device, uploadId, [{ studyInstanceUid: '2.25.77', seriesDescription: 'T2W 0.5' }], 200);
    await commitBatch(db, device, uploadId, other);
    await recognise();
    expect(await seriesOf('NONE 0')).toMatchObject({ upload: true });
    expect(await seriesOf('T2W 0.5')).toMatchObject({ upload: true, isReference: true });
  });

  it('does not select a series again because more of its files arrive', async () => {
    await take('T2W 0.9', 'NONE 0');
    await recognise();
    await take('T2W 0.9', 'NONE 0');
    expect(await seriesOf('NONE 0')).toMatchObject({ upload: false, slices: 2 });
  });
});
