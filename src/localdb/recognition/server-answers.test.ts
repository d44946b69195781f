import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { RecognitionHeader } from '#contract/recognition.ts';
import type { Recognition } from '#model/studies/acquisition.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { moveSeries, saveBurnedIn } from '#localdb/upload/edit-commands.ts';
import { chooseAcquisition } from '#localdb/upload/choose-commands.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { commitBatch, stageBatch } from '#localdb/queue/queue.example.ts';
import { saveRecognitions } from './recognitions.ts';
import { LocalDb } from '#localdb/schema.ts';
import { isAsked, noteRecognition, saveServerAnswers, stopRecognition, studiesToAsk } from './server-answers.ts';
import { savePreview, shownUpload } from '#localdb/upload/uploads.ts';

const ALLOWED = (['T2W', 'DWI', 'COR', 'NONE'] as const).map((code) => ({ code, modality: 'MR' }));
let db: LocalDb;
let device: DeviceKey;
let uploadId: string;
let fill = 0;

/** The description is what the device returns: `T2W 0.8`. `NONE 0` is a header without information. */
const recognise = ({ seriesDescription }: SeriesFacts): Recognition => {
  const [code, score] = seriesDescription.split(' ');
  return {
    code: code as AcquisitionCode,
    score: Number(score),
    reasons: [],
    ...(seriesDescription === 'NONE ruled' && { score: 0, isRuledOut: true }),
  };
};
const headerOf = (facts: SeriesFacts): RecognitionHeader => ({
  ...{
    modality: facts.modalityCode,
    imageType: [facts.seriesDescription],
    sopClass: '',
    orientation: null,
    isOneStack: true,
    images: facts.cnt,
  },
  ...{ sliceThickness: null, mr: { echoTime: null, repetitionTime: null, bValues: [] }, terms: [], plane: null },
});

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  uploadId = (await shownUpload(db)).id;
  await savePreview(db, uploadId);
});

async function take(descriptions: string[], more: Partial<InstanceDescription> = {}): Promise<void> {
  fill += 1;
  const files = descriptions.map((seriesDescription, n): Partial<InstanceDescription> => ({
    seriesDescription,
    seriesNumber: n + 1,
    seriesInstanceUid: `2.25.9.${seriesDescription}.${fill}`,
    instanceNumber: fill * 10 + n,
    ...more,
  }));
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, files, fill));
}
const look = () => saveRecognitions(db, device, uploadId, { allowed: ALLOWED, recognise });
const toAsk = () => studiesToAsk(db, device, headerOf);

/** Takes series, asks about them, and returns their IDs by description. */
async function asked(descriptions: string[]): Promise<{ studyId: string; about: string; ids: Map<string, string> }> {
  await take(descriptions);
  await look();
  const [one] = await toAsk();
  await noteRecognition(db, one!.study.i, { state: 'asking', about: one!.about, llmRemoteId: 'prompt' });
  const ids = new Map(one!.study.s.map(({ ui, h }) => [h.imageType[0]!, ui]));
  return { studyId: one!.study.i, about: one!.about, ids };
}
const answer = (ui: string, acquisition: AcquisitionCode, score: number) => ({ ui, acquisition, score });
const acquisitionOf = async (id: string) => (await db.series.get(id))!.acquisition;

describe('studies that the server may be asked about', () => {
  it('were recognised on the device, and are sent with local ids, headers, and a tile for each MR series with its number [REC-001]', async () => {
    await take(['T2W 0.8', 'NONE 0']);
    expect(await toAsk()).toEqual([]);
    await look();
    const [one] = await toAsk();
    const rows = await db.series.toArray();
    expect(one!.study.s.map(({ ui }) => ui).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(one!.tiles.map(({ label }) => label)).toEqual(['1', '2']);
    const files = await db.files.toArray();
    for (const { fui } of one!.study.s) expect(files.map(({ id }) => id)).toContain(fui);
  });

  it('are sent once, and again when another series arrives', async () => {
    const { studyId, about } = await asked(['T2W 0.8']);
    await saveServerAnswers(db, device, { studyId, about }, { text: [], image: [] }, ALLOWED);
    expect(await toAsk()).toEqual([]);
    await take(['DWI 0.7']);
    await look();
    expect((await toAsk()).map((one) => one.about === about)).toEqual([false]);
  });

  it('have tiles both for series on the server and for series on this device [REC-014, ODD-30]', async () => {
    await take(['T2W 0.8', 'DWI 0.7']);
    await look();
    const [row] = await db.series.toArray();
    await db.series.update(row!.id, { server: { uploadId: '2.25.9', studyKey: row!.studyId } });
    await db.files.where('seriesId').equals(row!.id).delete();
    const [one] = await toAsk();
    expect(one!.tiles.map(({ seriesId }) => seriesId)).toContain(row!.id);
    expect(one!.tiles).toHaveLength(2);
    // It has no local file that could be named.
    expect(one!.study.s.find(({ ui }) => ui === row!.id)?.fui).toBe(row!.id);
  });

  it('have no tile for screen captures or other modalities [REC-013]', async () => {
    await take(['T2W 0.8'], { sopClassUid: '1.2.840.10008.5.1.4.1.1.7' });
    await look();
    expect((await toAsk()).flatMap(({ tiles }) => tiles)).toEqual([]);
  });
});

describe('for a series with redaction boxes', () => {
  it('no tile is sent, but its header is', async () => {
    await take(['T2W 0.8', 'NONE 0']);
    await look();
    const [one] = await toAsk();
    const [boxed] = one!.tiles;
    await saveBurnedIn(db, boxed!.seriesId, { rows: 8, columns: 8, boxes: [{ row: 0, column: 0, rows: 2, columns: 8 }], isClean: false });
    const [again] = await toAsk();
    expect(again!.tiles.map(({ seriesId }) => seriesId)).toEqual(one!.tiles.slice(1).map(({ seriesId }) => seriesId));
    expect(again!.study.s).toEqual(one!.study.s);
  });
});

describe('a server answer', () => {
  it("is used when the device is not certain, and is stored with the device's result [REC-018, REC-019]", async () => {
    const { ids, ...one } = await asked(['T2W 0.8', 'NONE 0', 'T2W 0.4', 'NONE ruled']);
    const [sure, open, weak, ruled] = ['T2W 0.8', 'NONE 0', 'T2W 0.4', 'NONE ruled'].map((words) => ids.get(words)!);
    const text = [answer(sure!, 'COR', 0.9), answer(open!, 'DWI', 0.6), answer(weak!, 'NONE', 0), answer(ruled!, 'T2W', 0.9)];
    const image = [answer(open!, 'COR', 0.45), answer(weak!, 'DWI', 0.45)];
    await saveServerAnswers(db, device, one, { text, image }, ALLOWED);
    expect(await acquisitionOf(sure!)).toEqual({ code: 'T2W', score: 0.8, by: 'device' });
    expect(await acquisitionOf(open!)).toEqual({ code: 'DWI', score: 0.6, by: 'server', own: { code: 'NONE', score: 0 } });
    expect(await acquisitionOf(weak!)).toEqual({ code: 'DWI', score: 0.45, by: 'server', own: { code: 'T2W', score: 0.4 } });
    expect(await acquisitionOf(ruled!)).toEqual({ code: 'NONE', score: 0, by: 'device' });
    // The best of each is selected automatically (REC-020).
    expect([(await db.series.get(open!))!.upload, (await db.series.get(weak!))!.upload]).toEqual([true, false]);
    expect(await isAsked(db, one.studyId, one.about)).toBe(false);
  });

  it("that is not allowed for the modality is NONE, and the user's choice stays [REC-017, REC-024]", async () => {
    const { ids, ...one } = await asked(['NONE 0', 'T2W 0.4']);
    const [open, weak] = [ids.get('NONE 0')!, ids.get('T2W 0.4')!];
    await chooseAcquisition(db, [weak], 'COR');
    const [next] = await toAsk();
    const text = [answer(open, 'ADC', 0.9), answer(weak, 'DWI', 0.9)];
    await saveServerAnswers(db, device, { studyId: one.studyId, about: next?.about ?? one.about }, { text, image: null }, ALLOWED);
    expect([(await acquisitionOf(open))?.code, (await acquisitionOf(weak))?.by]).toEqual(['NONE', 'person']);
  });

  it('is removed when the user stops it, and a late one has no effect [REC-028, UPL2-064]', async () => {
    const { ids, ...one } = await asked(['NONE 0']);
    const open = ids.get('NONE 0')!;
    const text = [answer(open, 'DWI', 0.6)];
    await saveServerAnswers(db, device, one, { text, image: null }, ALLOWED);
    await stopRecognition(db, one.studyId);
    expect(await acquisitionOf(open)).toEqual({ code: 'NONE', score: 0, by: 'device' });
    await saveServerAnswers(db, device, one, { text, image: null }, ALLOWED);
    expect((await acquisitionOf(open))?.code).toBe('NONE');
    expect(await toAsk()).toEqual([]);
  });

  it('is removed from both studies by a move, and both are sent again [REC-028, UPL2-063]', async () => {
    const { ids, ...one } = await asked(['NONE 0', 'T2W 0.8']);
    const open = ids.get('NONE 0')!;
    await saveServerAnswers(db, device, one, { text: [answer(open, 'DWI', 0.6)], image: null }, ALLOWED);
    await take(['COR 0.9'], { studyInstanceUid: '2.25.77' });
    await look();
    const target = (await db.studies.toArray()).find(({ id }) => id !== one.studyId)!;
    await moveSeries(db, [ids.get('T2W 0.8')!], target.id);
    expect(await acquisitionOf(open)).toEqual({ code: 'NONE', score: 0, by: 'device' });
    expect((await toAsk()).map(({ study }) => study.i).toSorted()).toEqual([one.studyId, target.id].toSorted());
  });
});
