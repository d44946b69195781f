import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { NOTHING_SENT } from '#model/uploads/deidentified.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { commitFiles, type InTurn } from './files/commit-files.ts';
import { saveDeidentified, type MadeSeries } from './upload/deidentified-series.ts';
import { Calls, Cost, countedDb } from './cost.example.ts';
import { openDeviceKey, type DeviceKey } from './device-key.ts';
import { AS_THEY_ARE, commitBatch, stageBatch } from './queue/queue.example.ts';
import { createQueueStore } from './queue/queue-store.ts';
import { saveRecognitions } from './recognition/recognitions.ts';
import { LocalDb } from './schema.ts';
import { processUpload, type KnownOfTeam } from './upload/upload-commands.ts';
import { shownUpload } from './upload/uploads.ts';

let user: number;
let device: DeviceKey;
let uploadId: string;

beforeEach(async () => {
  user = nextUser();
  const db = new LocalDb(user);
  device = await openDeviceKey(db);
  uploadId = (await shownUpload(db)).id;
});

/** Files of five series in mixed order, as in a folder. */
function batchOf(fill: number) {
  const descriptions = Array.from({ length: 15 }, (_, n) => ({
    seriesInstanceUid: `1.2.${n % 5}`,
    sopInstanceUid: `1.2.${n % 5}.${fill}.${n}`,
  }));
  return stageBatch(device, uploadId, descriptions, fill);
}

/** Works like the browser's locks. */
function turns(): InTurn {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = before.then(work);
    before = mine.catch(() => undefined);
    return mine;
  };
}

const ROWS_OF_A_BATCH = 15 + 1 + 1 + 5;

describe('the cost of a commit', () => {
  it('is two read transactions and one write, each row once, however many series its files belong to', async () => {
    const cost = new Cost();
    const db = await countedDb(user, cost);
    for (const fill of [1, 2]) {
      const { files, segment } = await batchOf(fill);
      await commitFiles(db, device, uploadId, files, [segment]);
      expect(cost).toEqual({ reads: 2 * fill, writes: fill, rows: fill * ROWS_OF_A_BATCH });
    }
    expect((await db.series.toArray()).map(({ files }) => files)).toEqual([6, 6, 6, 6, 6]);
  });

  it('is the same for two workers that take turns: neither merges an outdated state', async () => {
    const cost = new Cost();
    const [db, other] = [await countedDb(user, cost), await countedDb(user, cost)];
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

const BY_THE_TEAM = { settings: FIRST_DEIDENTIFICATION, tag: 'by the team' };
const MADE = {
  files: 1,
  isVolume: false,
  done: [],
  suspicious: [],
  pictures: { stated: 0, likely: 0, face: 0 },
  forConversion: { kept: [], lost: [] },
  sent: NOTHING_SENT,
};

/** The cost of each step of the user and the sender with a study that has this many series of one file. */
async function costsOf(series: number, rules: NonNullable<KnownOfTeam['rules']>): Promise<Record<string, Calls>> {
  const calls = new Calls();
  const db = await countedDb(user, new Cost(), calls);
  const costs: Record<string, Calls> = {};
  async function costOf<T>(step: string, work: () => Promise<T>): Promise<T> {
    Object.assign(calls, new Calls());
    const done = await work();
    costs[step] = { ...calls };
    return done;
  }

  const descriptions = Array.from({ length: series }, (_, n) => ({ seriesInstanceUid: `1.2.${n}`, sopInstanceUid: `1.2.${n}.1` }));
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, descriptions));
  const recogniser = { recognise: () => ({ code: 'NONE' as const, score: 0, reasons: [] }), allowed: [] };
  await costOf('recognise', () => saveRecognitions(db, device, uploadId, recogniser));
  if (rules.settings.usual) await costOf('made', () => makeAnonymous(db, rules.tag));
  const known = { bodyParts: new Set(['abdomen']), rules };
  await db.studies.toCollection().modify({ bodyPart: 'abdomen' });
  expect(await costOf('process', () => processUpload(db, uploadId, known))).toEqual({ ok: true });

  const store = createQueueStore(db, device);
  await store.savePrepared(uploadId, 'up_token');
  const body = (await store.nextUnregistered(uploadId))!;
  const answer = {
    study: { id: 7, uuid: crypto.randomUUID(), pipelineCode: null },
    series: body.study.series.map(({ id }, n) => ({ clientId: id, id: n, uuid: crypto.randomUUID() })),
  };
  await costOf('registered', () => store.saveRegistered(uploadId, body.study.id, answer));
  await store.saveAllRegistered(uploadId);
  const files = (await db.files.toArray()).map(({ id }) => id);
  expect(await store.waitingChunks(uploadId)).toHaveLength(1);
  await costOf('chunk', () => store.confirmChunk(uploadId, 0, files));
  expect(await store.allProved(uploadId)).toBe(true);
  const news = answer.series.map(
    ({ id, uuid }) => ({ serieRemoteId: id, serieRemoteUuid: uuid, state: 'converted', message: null }) as never,
  );
  expect(await costOf('converted', () => store.saveConversions(uploadId, news))).toHaveLength(series);
  return costs;
}

async function makeAnonymous(db: LocalDb, by: string): Promise<void> {
  const filesOf = Map.groupBy(await db.files.toArray(), ({ seriesId }) => seriesId);
  const made = (await db.series.toArray()).map((read): MadeSeries => {
    const files = filesOf.get(read.id) ?? [];
    const outgoing = new Map(files.map(({ id, size, sha256, pieces }) => [id, { name: '1.dcm', size, sha256, pieces }]));
    return { read, by, result: { ok: true, report: MADE, outgoing } };
  });
  expect(await saveDeidentified(db, device, uploadId, made)).toEqual(made);
}

describe('the cost of a study with many series', () => {
  it.each([
    ['as it is', AS_THEY_ARE],
    ['without names', BY_THE_TEAM],
  ])('%s: needs as many changes as one with few series, and no extra query for each series except for its files', async (_, rules) => {
    const few = await costsOf(5, rules);
    user = nextUser();
    const other = new LocalDb(user);
    device = await openDeviceKey(other);
    uploadId = (await shownUpload(other)).id;
    const many = await costsOf(45, rules);
    const changes = (costs: Record<string, Calls>) => Object.entries(costs).map(([step, calls]) => [step, calls.changes]);
    expect(changes(many)).toEqual(changes(few));
    // The additional requests for the files of each series, when they are de-identified and at Process.
    const more = Object.entries(many).map(([step, { questions }]) => [step, questions - few[step]!.questions]);
    const asked = (step: unknown) => (step === 'made' || step === 'process' ? 45 - 5 : 0);
    expect(more).toEqual(more.map(([step]) => [step, asked(step)]));
  });
});
