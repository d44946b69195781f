import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { chooseAcquisition, chooseLabel, choosePipeline, chooseProject } from './choose-commands.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from './decrypted-rows.ts';
import { AS_THEY_ARE, commitBatch, stageBatch } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { processUpload } from './upload-commands.ts';
import { readUploadView } from './upload-view.ts';
import { savePreview, shownUpload } from './uploads.ts';

let db: LocalDb;
let device: DeviceKey;
let uploadId: string;
let fill = 0;

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  uploadId = (await shownUpload(db)).id;
  await savePreview(db, uploadId);
  await take(1, 2);
});

/** Takes one file for each of these series of one study. */
async function take(...numbers: number[]): Promise<void> {
  fill += 1;
  const files = numbers.map((seriesNumber) => ({ seriesInstanceUid: `2.25.1.${seriesNumber}`, seriesNumber, studyInstanceUid: '2.25.1' }));
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, files, fill));
}

/** With a new cache: what another tab or the next start sees. */
async function study(): Promise<StudyView> {
  return (await readUploadView(db, device, new FactsCache()))!.studies[0]!;
}

/** Everything that can be chosen, of the study and its two series. */
async function chooseAll(): Promise<void> {
  const { id, series } = await study();
  await chooseLabel(db, [id], 7, true);
  await chooseLabel(db, [id], 9, true);
  await chooseLabel(db, [id], 7, true);
  await chooseLabel(db, [id], 9, false);
  await choosePipeline(db, [id], 'prostate-mr');
  await chooseProject(db, [series[0]!.id], 3);
  await chooseAcquisition(
    db,
    series.map((one) => one.id),
    'DWI',
  );
}

const CHOSEN = {
  labels: [7],
  pipeline: 'prostate-mr',
  series: [
    { project: 3, acquisition: { code: 'DWI', score: 1.1, by: 'person' } },
    { project: null, acquisition: { code: 'DWI' } },
  ],
};

/** Presses Process and returns what the server is told of the study. */
async function registration(answer: Partial<AnswerOf<Calls['registerStudy']>> = {}): Promise<BodyOf<Calls['registerStudy']>> {
  expect(await processUpload(db, uploadId, { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE })).toEqual({ ok: true });
  const store = createQueueStore(db, device);
  await store.savePrepared(uploadId, 'up_token');
  const body = (await store.nextUnregistered(uploadId))!;
  const study = { id: 1, uuid: crypto.randomUUID(), pipelineCode: null };
  await store.saveRegistered(uploadId, body.study.id, { study, series: [], ...answer });
  return body;
}

it('choices are immediately visible in another tab and after a restart, and survive the arrival of more files', async () => {
  await chooseAll();
  expect(await study()).toMatchObject(CHOSEN);
  await Promise.all([take(1, 2), chooseLabel(db, [(await study()).id], 8, true)]);
  expect(await study()).toMatchObject({ ...CHOSEN, labels: [7, 8] });
});

it('choices are sent with their study and series; equal acquisitions are numbered [ENT-27]', async () => {
  await chooseAll();
  const { labels, study } = await registration();
  expect([labels, study.pipelineCode]).toEqual([[7], 'prostate-mr']);
  const byNumber = study.series.toSorted((a, b) => Number(a.seriesNumber) - Number(b.seriesNumber));
  expect(byNumber).toMatchObject([
    { acquisition_code: 'DWI', score: 1.1, sort: 1, projectIds: [3] },
    { acquisition_code: 'DWI', score: 1.1, sort: 2, projectIds: [] },
  ]);
});

it('nothing is sent for choices that were not made', async () => {
  const { labels, study } = await registration();
  expect([labels, study.pipelineCode]).toEqual([[], null]);
  for (const series of study.series) expect(series).not.toHaveProperty('acquisition_code');
});

it('what the server could not accept is stored with the study', async () => {
  await chooseAll();
  await registration({ left_off: ['labels', 'pipeline'] });
  expect(await study()).toMatchObject({ leftOff: ['labels', 'pipeline'] });
});

it('choices cannot change after Process', async () => {
  await registration();
  await chooseAll();
  expect(await study()).toMatchObject({ labels: [], pipeline: null, series: [{ project: null, acquisition: null }, {}] });
});
