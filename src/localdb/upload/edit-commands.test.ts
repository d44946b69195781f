import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { SeriesView, StudyView } from '#model/uploads/upload-view.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import {
  markReference,
  moveSeries,
  moveSeriesBack,
  restorePatientName,
  selectSeries,
  selectStudy,
  setJoins,
  setBodyPart,
  writePatientName,
  writeSeriesNumber,
} from './edit-commands.ts';
import { LIMITS } from '#contract/limits.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from './decrypted-rows.ts';
import { AS_THEY_ARE, commitBatch, register, sendAll, stageBatch } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { processUpload } from './upload-commands.ts';
import { readUploadView } from './upload-view.ts';
import { savePreview, shownUpload } from './uploads.ts';

const BODY_PARTS = { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE };
const HERON = { studyInstanceUid: '2.25.1', patientName: 'Heron^Quiet' };
const TERN = { studyInstanceUid: '2.25.2', patientName: 'Tern^Brave' };
let users: number;
let fill = 0;
let db: LocalDb;
let device: DeviceKey;
let uploadId: string;

beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  device = await openDeviceKey(db);
  uploadId = (await shownUpload(db)).id;
  await savePreview(db, uploadId);
});

/** Takes one file for each series, by default of the study of HERON. */
async function take(...files: Partial<InstanceDescription>[]): Promise<void> {
  fill += 1;
  const staged = await stageBatch(
    device,
    uploadId,
    files.map((file) => ({ ...HERON, ...file })),
    fill,
  );
  await commitBatch(db, device, uploadId, staged);
}

const ofSeries = (n: number): Partial<InstanceDescription> => ({ seriesInstanceUid: `2.25.1.${n}`, seriesNumber: n });

/** With a new cache: what another tab or the next start sees. */
async function studies(): Promise<StudyView[]> {
  return (await readUploadView(db, device, new FactsCache()))?.studies ?? [];
}

async function study(at = 0): Promise<StudyView> {
  const found = (await studies())[at];
  if (!found) throw new Error(`No study ${at}`);
  return found;
}

async function series(number: number): Promise<SeriesView> {
  const found = (await studies()).flatMap((one) => one.series).find((one) => one.facts.seriesNumber === number);
  if (!found) throw new Error(`No series ${number}`);
  return found;
}

/** What the server is told, for each study. */
async function registered() {
  expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: true });
  const store = createQueueStore(db, device);
  const told = [];
  await store.savePrepared(uploadId, 'up_token');
  for (let body = await store.nextUnregistered(uploadId); body !== null; body = await store.nextUnregistered(uploadId)) {
    told.push(body.study);
    await store.saveRegistered(uploadId, body.study.id, {
      study: { id: told.length, uuid: crypto.randomUUID(), pipelineCode: null },
      series: body.study.series.map(({ id }, n) => ({ clientId: id, id: n, uuid: crypto.randomUUID() })),
    });
  }
  return told;
}

describe('a name that the user enters', () => {
  it('replaces that of the files, which is sent with it [UPL2-055]', async () => {
    await take(ofSeries(1));
    expect(await writePatientName(db, (await study()).id, ' Case  7 ')).toEqual({ ok: true });
    expect(await study()).toMatchObject({ patientName: 'Case 7', originalPatientName: 'Heron^Quiet', dirty: true });
    expect(await registered()).toMatchObject([{ patientName: 'Case 7', originalPatientName: 'Heron^Quiet', dirty: true }]);
  });

  it('survives the arrival of more files, one after the other or at the same time', async () => {
    await take(ofSeries(1));
    const { id } = await study();
    await writePatientName(db, id, 'Case 7');
    await take({ ...ofSeries(1), instanceNumber: 2 });
    expect(await study()).toMatchObject({ patientName: 'Case 7', dirty: true });
    await Promise.all([take({ ...ofSeries(1), instanceNumber: 3 }), writePatientName(db, id, 'Case 8'), take(ofSeries(2))]);
    expect(await study()).toMatchObject({ patientName: 'Case 8', dirty: true, series: [{ slices: 3 }, { slices: 1 }] });
  });

  it('is sent, and is no longer sent after a reset to that of the files: the study is clean again [UPL2-056, UPL2-057]', async () => {
    await take(ofSeries(1));
    const { id } = await study();
    const restored = { patientName: 'Heron^Quiet', dirty: false, anonymize: true };
    await writePatientName(db, id, 'Case 7');
    expect(await study()).toMatchObject({ patientName: 'Case 7', dirty: true, anonymize: false });
    await restorePatientName(db, id);
    expect(await study()).toMatchObject(restored);
    await writePatientName(db, id, 'Case 7');
    await writePatientName(db, id, 'Heron, Quiet');
    expect(await study()).toMatchObject(restored);
  });

  it('that is empty is refused, and changes nothing', async () => {
    await take(ofSeries(1));
    const { id } = await study();
    await writePatientName(db, id, 'Case 7');
    expect(await writePatientName(db, id, ' ^= ')).toEqual({ ok: false, why: 'empty' });
    expect(await study()).toMatchObject({ patientName: 'Case 7' });
  });

  it('is stored encrypted on the device', async () => {
    await take(ofSeries(1));
    await writePatientName(db, (await study()).id, 'Case 7');
    const rows = await Promise.all([db.uploads, db.studies, db.series].map((table) => table.toArray()));
    const written = JSON.stringify(rows, (_, value: unknown) => (value instanceof Uint8Array ? String.fromCodePoint(...value) : value));
    expect(written).not.toContain('Case 7');
    expect(written).not.toContain('Heron');
  });
});

describe('a series number that the user enters', () => {
  it('is sent to the server, and survives the arrival of files', async () => {
    await take(ofSeries(4));
    await writeSeriesNumber(db, (await series(4)).id, -30);
    await take({ ...ofSeries(4), instanceNumber: 2 });
    expect((await series(4)).number).toBe(-30);
    expect(await registered()).toMatchObject([{ series: [{ seriesNumber: -30 }] }]);
  });

  it('that is left empty is required first [UPL2-022, UPL2-045]', async () => {
    await take(ofSeries(4), ofSeries(5));
    const { id } = await series(4);
    await writeSeriesNumber(db, id, '');
    await setBodyPart(db, (await study()).id, null);
    expect((await series(4)).number).toBeNull();
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: false, why: 'missing-number', seriesIds: [id] });
    await selectSeries(db, [id], false);
    expect(await processUpload(db, uploadId, BODY_PARTS)).toMatchObject({ ok: false, why: 'missing-bodypart' });
  });

  it('is not required for files without one: each such series of a study gets its own number', async () => {
    const bare = (n: number): Partial<InstanceDescription> => ({ seriesInstanceUid: `2.25.9.${n}`, seriesNumber: null });
    await Promise.all([take(bare(1)), take(bare(2), bare(3)), take(bare(4))]);
    await take({ ...bare(1), instanceNumber: 2 });
    expect((await study()).series.map((one) => one.number).sort()).toEqual([1, 2, 3, 4]);
    expect((await registered())[0]?.series.map((one) => one.seriesNumber).sort()).toEqual([1, 2, 3, 4]);
  });
});

describe('series that are moved to another study', () => {
  beforeEach(() => take(ofSeries(1), ofSeries(2), { ...TERN, ...ofSeries(7) }));

  it('leave their study, are deselected, lose the reference mark, and are counted in the new study [UPL2-061, UPL2-062]', async () => {
    const [heron, tern] = [await study(0), await study(1)];
    await markReference(db, (await series(2)).id, true);
    await moveSeries(db, [(await series(2)).id], tern.id);
    expect((await study(0)).series.map((one) => one.facts.seriesNumber)).toEqual([1]);
    expect((await study(1)).series.map((one) => [one.facts.seriesNumber, one.upload, one.isReference])).toEqual([
      [2, false, false],
      [7, true, false],
    ]);
    expect([(await study(0)).upload, (await study(1)).upload]).toEqual([true, 'indeterminate']);
    expect((await series(2)).homeStudyId).toBe(heron.id);
  });

  it('include files that still arrive, also at the same time, without a second series', async () => {
    const { id } = await series(2);
    const tern = await study(1);
    await Promise.all([moveSeries(db, [id], tern.id), take({ ...ofSeries(2), instanceNumber: 2 })]);
    await take({ ...ofSeries(2), instanceNumber: 3 }, ofSeries(3));
    expect((await study(0)).series.map((one) => one.facts.seriesNumber)).toEqual([1, 3]);
    expect((await study(1)).series.map((one) => [one.id, one.slices])).toMatchObject([
      [id, 3],
      [expect.any(String), 1],
    ]);
    expect((await series(2)).upload).toBe(false);
  });

  it('are sent with their new study, including all their files', async () => {
    const { id } = await series(2);
    await moveSeries(db, [id], (await study(1)).id);
    await selectSeries(db, [id], true);
    await take({ ...ofSeries(2), instanceNumber: 2 });
    const told = await registered();
    expect(told.map((one) => [one.patientName, one.series.map((each) => [each.seriesNumber, each.file_count])])).toEqual([
      ['Heron^Quiet', [[1, 1]]],
      [
        'Tern^Brave',
        expect.arrayContaining([
          [2, 2],
          [7, 1],
        ]),
      ],
    ]);
    const byStudy = Map.groupBy(await db.chunks.toArray(), (chunk) => chunk.studyId);
    expect([...byStudy.values()].map((chunks) => chunks.flatMap((chunk) => chunk.parts).length)).toEqual([1, 3]);
    const store = createQueueStore(db, device);
    await store.saveAllRegistered(uploadId);
    await sendAll(db, store, uploadId);
    expect(await store.allProved(uploadId)).toBe(true);
  });

  it('may exceed the series limit of one registration: the study is registered in parts, each series once', async () => {
    const [heron, tern] = [await study(0), await study(1)];
    const row = (await db.series.get((await series(7)).id))!;
    const others = Array.from({ length: LIMITS.seriesPerRegistration }, (_, n) => ({ ...row, id: `other-${n}`, keyHash: `other-${n}` }));
    await db.series.bulkAdd(others);
    const ids = heron.series.map(({ id }) => id);
    await moveSeries(db, ids, tern.id);
    await selectSeries(db, ids, true);
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: true });
    const store = createQueueStore(db, device);
    const told: string[][] = [];
    for (let body = await store.nextUnregistered(uploadId); body !== null; body = await store.nextUnregistered(uploadId)) {
      expect(body.study.id).toBe(tern.id);
      told.push(body.study.series.map(({ id }) => id));
      await store.saveRegistered(uploadId, tern.id, {
        study: { id: 7, uuid: crypto.randomUUID(), pipelineCode: null },
        series: body.study.series.map(({ id: clientId }, id) => ({ clientId, id, uuid: crypto.randomUUID() })),
        left_off: told.length === 1 ? ['labels'] : ['pipeline'],
      });
    }
    expect(told.map((part) => part.length)).toEqual([
      LIMITS.seriesPerRegistration,
      others.length + 1 + ids.length - LIMITS.seriesPerRegistration,
    ]);
    expect(new Set(told.flat()).size).toBe(others.length + 1 + ids.length);
    expect((await db.studies.get(tern.id))?.leftOff).toEqual(['labels', 'pipeline']);
  });

  it('record which study of the team a study joins, until that is undone', async () => {
    const [heron] = [await study(0)];
    const joins = crypto.randomUUID();
    await setJoins(db, heron.id, joins);
    expect((await study(0)).joins).toBe(joins);
    await setJoins(db, heron.id, null);
    expect((await study(0)).joins).toBeNull();
    await setJoins(db, heron.id, joins);
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: true });
    expect(await createQueueStore(db, device).nextUnregistered(uploadId)).toMatchObject({ study: { id: heron.id }, joins });
  });

  it('change the modality of both studies; an emptied one keeps its own [UPL2-068]', async () => {
    await take({ studyInstanceUid: '2.25.3', seriesInstanceUid: '2.25.3.1', seriesNumber: 9, modality: 'CT' });
    expect((await studies()).map((one) => one.modality)).toEqual(['MR', 'MR', 'CT']);
    await moveSeries(db, [(await series(7)).id], (await study(2)).id);
    // On a tie, CT wins.
    expect((await studies()).map((one) => [one.modality, one.series.length])).toEqual([
      ['MR', 2],
      ['MR', 0],
      ['CT', 2],
    ]);
    await moveSeries(db, [(await series(1)).id], (await study(2)).id);
    expect((await study(2)).modality).toBe('MR');
  });

  it('may leave an empty study, which is not sent', async () => {
    await moveSeries(db, [(await series(7)).id], (await study(0)).id);
    expect(await study(1)).toMatchObject({ series: [], upload: false });
    expect((await registered()).map((one) => one.patientName)).toEqual(['Heron^Quiet']);
  });

  it('can be moved back unchanged', async () => {
    const before = await studies();
    await markReference(db, (await series(2)).id, true);
    const moved = await moveSeries(db, [(await series(1)).id, (await series(2)).id], (await study(1)).id);
    await moveSeriesBack(db, moved);
    await moveSeriesBack(db, moved);
    expect((await series(2)).isReference).toBe(true);
    await markReference(db, (await series(2)).id, false);
    expect(await studies()).toEqual(before);
  });

  it('are not moved back after another move, and take no reference mark from another series', async () => {
    await take({ studyInstanceUid: '2.25.3', ...ofSeries(9) });
    const { id } = await series(2);
    await markReference(db, id, true);
    const moved = await moveSeries(db, [id], (await study(1)).id);
    await markReference(db, (await series(1)).id, true);
    await moveSeries(db, [id], (await study(2)).id);
    await moveSeriesBack(db, moved);
    expect((await study(2)).series.map((one) => one.id)).toContain(id);
    await moveSeries(db, [id], (await study(1)).id);
    await moveSeriesBack(db, moved);
    expect((await study(0)).series.map((one) => [one.facts.seriesNumber, one.isReference])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('stay unchanged when they are moved to their own study', async () => {
    const { id } = await series(1);
    expect(await moveSeries(db, [id], (await study(0)).id)).toEqual([]);
    expect(await moveSeries(db, [id], 'no study')).toEqual([]);
    expect((await series(1)).upload).toBe(true);
  });
});

describe('the reference series', () => {
  beforeEach(() => take(ofSeries(1), ofSeries(2), { ...TERN, ...ofSeries(7) }));

  const references = async () =>
    (await studies()).flatMap((one) => one.series.filter((each) => each.isReference)).map((one) => one.facts.seriesNumber);

  it('is one for each study, the last one marked [UPL2-066, UPL2-067]', async () => {
    for (const number of [1, 7, 2]) await markReference(db, (await series(number)).id, true);
    expect(await references()).toEqual([2, 7]);
    await take({ ...ofSeries(2), instanceNumber: 2 });
    const told = (await registered()).map((one) => one.series.map((each) => [each.seriesNumber, each.ref_serie]));
    expect(told[0]).toEqual(
      expect.arrayContaining([
        [1, false],
        [2, true],
      ]),
    );
    expect(told[1]).toEqual([[7, true]]);
  });

  it('is unset when it is unmarked or deselected, alone or with its study', async () => {
    const { id } = await series(1);
    await markReference(db, id, true);
    await markReference(db, id, false);
    expect(await references()).toEqual([]);
    await markReference(db, id, true);
    await selectSeries(db, [id], false);
    await selectSeries(db, [id], true);
    expect(await references()).toEqual([]);
    await markReference(db, id, true);
    await selectStudy(db, (await study()).id, false);
    await selectStudy(db, (await study()).id, true);
    expect(await references()).toEqual([]);
  });

  it('is never a series that is not sent', async () => {
    const { id } = await series(1);
    await selectSeries(db, [id], false);
    await markReference(db, id, true);
    expect(await references()).toEqual([]);
  });
});

describe('after Process', () => {
  it('no decision has an effect', async () => {
    await take(ofSeries(1), ofSeries(2), { ...TERN, ...ofSeries(7) });
    const [heron, tern] = [await study(0), await study(1)];
    const [first, second] = [await series(1), await series(2)];
    await selectSeries(db, [second.id], false);
    const moved = await moveSeries(db, [second.id], tern.id);
    await processUpload(db, uploadId, BODY_PARTS);
    const after = await Promise.all([db.studies.toArray(), db.series.toArray()]);
    await selectSeries(db, [first.id, second.id], true);
    await selectStudy(db, heron.id, false);
    await setBodyPart(db, heron.id, 'brain');
    await writePatientName(db, heron.id, 'Case 7');
    await restorePatientName(db, heron.id);
    await writeSeriesNumber(db, first.id, 9);
    await markReference(db, first.id, true);
    await moveSeries(db, [first.id], tern.id);
    await moveSeriesBack(db, moved);
    expect(await Promise.all([db.studies.toArray(), db.series.toArray()])).toEqual(after);
    await register(createQueueStore(db, device), uploadId);
  });
});

describe('a repeated decision', () => {
  it('has the same effect as once', async () => {
    await take(ofSeries(1), ofSeries(2), { ...TERN, ...ofSeries(7) });
    const [heron, tern] = [await study(0), await study(1)];
    const [first, second] = [await series(1), await series(2)];
    const decide = async () => {
      await writePatientName(db, heron.id, 'Case 7');
      await writeSeriesNumber(db, first.id, 9);
      await markReference(db, first.id, true);
      await moveSeries(db, [second.id], tern.id);
      return studies();
    };
    expect(await decide()).toEqual(await decide());
  });
});
