import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import type { UploadStatus } from '#contract/entities.ts';
import { parseChunk } from '#contract/chunk.ts';
import { commitFiles } from '#localdb/files/commit-files.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { AS_THEY_ARE } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { createSegment } from '#localdb/files/segment.ts';
import { selectSeries } from '#localdb/upload/edit-commands.ts';
import { clearUpload, processUpload, resumeUploads } from '#localdb/upload/upload-commands.ts';
import { shownUpload } from '#localdb/upload/uploads.ts';
import type { Halt } from '#model/uploads/halt.ts';
import { exampleInstance } from '#model/studies/instance.example.ts';
import { TRANSFER_PHASES } from '#model/uploads/transfer-phase.ts';
import { ModelDevice } from './model-device.ts';
import { commitSelection, pressClear, pressProcess, resume, stagedPieces, type Selection } from './model-device-person.ts';
import { Random } from './random.ts';

const NOW = 1_800_000_000_000;

/** The same upload in the real database and in the model. IDs of the real one are mapped to those of the model. */
async function twins(user: number, random: Random) {
  const db = new LocalDb(user);
  const device = await openDeviceKey(db);
  const uploadId = (await shownUpload(db)).id;
  const selection = selectionFor(uploadId, random);
  const { pieces, segments } = stagedPieces(selection);
  const real = new Map<string, string>();
  const rows = [];
  for (const [name, bytes] of segments) {
    const row = await createSegment(device, uploadId, Uint8Array.from(bytes));
    real.set(name, row.id);
    rows.push(row);
  }
  const files = selection.studies.flatMap((study, s) =>
    study.series.flatMap((series, n) =>
      series.files.map((file, at) => ({ ...file, series: series.id, study: study.id, uid: `2.25.${s}`, n, at })),
    ),
  );
  await commitFiles(
    db,
    device,
    uploadId,
    files.map(({ id, bytes, uid, n, at }) => ({
      id,
      names: { name: `${id}.dcm`, path: id },
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      pieces: (pieces.get(id) ?? []).map((piece) => ({ ...piece, segmentId: real.get(piece.segmentId) ?? '' })),
      reading: {
        ok: true as const,
        description: exampleInstance({ studyInstanceUid: uid, seriesInstanceUid: `${uid}.${n}`, seriesNumber: n, instanceNumber: at + 1 }),
        slices: [],
      },
    })),
    rows,
  );
  for (const { id, series, study } of files) {
    const row = await db.files.get(id);
    if (row?.problem !== null || row.seriesId === null || row.studyId === null) throw new Error('A file of the test stays behind');
    real.set(series, row.seriesId);
    real.set(study, row.studyId);
  }
  const model = new ModelDevice(() => NOW);
  commitSelection(model, selection, NOW);
  for (const series of selection.studies.flatMap((study) => study.series))
    await selectSeries(db, [real.get(series.id) ?? ''], series.upload);
  expect((await processUpload(db, uploadId, { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE })).ok).toBe(
    pressProcess(model, uploadId, NOW, 'none'),
  );
  // Packing is a pure function, with bytes here and megabytes there, so the queue of the model is written to the real database.
  const row = model.uploads.get(uploadId);
  await db.chunks.clear();
  for (const series of row?.series ?? []) await db.series.update(real.get(series.id) ?? '', { idx: series.idx });
  for (const { index, studyId, parts, state } of row?.chunks ?? []) {
    const mapped = parts.map((part) => ({ ...part, seriesId: real.get(part.seriesId) ?? '' }));
    await db.chunks.add({ uploadId, index, studyId: real.get(studyId) ?? '', parts: mapped, bytes: 0, state });
  }
  return { db, store: createQueueStore(db, device, () => NOW), model, uploadId, real };
}

type Twins = Awaited<ReturnType<typeof twins>>;

function selectionFor(uploadId: string, random: Random): Selection {
  let files = 0;
  const times = <T>(most: number, make: (at: number) => T): T[] => Array.from({ length: random.int(1, most) }, (_, at) => make(at));
  const studies = times(2, (study) => ({
    id: `study ${study}`,
    series: times(2, (series) => ({
      id: `series ${study} ${series}`,
      upload: series === 0 || random.chance(0.7),
      files: times(3, () => {
        files += 1;
        const bytes = Uint8Array.from({ length: random.chance(0.3) ? random.int(11, 30) : random.int(2, 7) }, () => random.int(0, 255));
        bytes.set([files]);
        bytes.set([study * 16 + series], 1);
        return { id: `${uploadId}/f${files}`, bytes };
      }),
    })),
  }));
  return { uploadId, studies, segmentBytes: random.pick([8, 16, 64]) };
}

/** Everything visible of the upload, in the terms of the model. */
async function seen({ db, store, model, uploadId, real }: Twins) {
  const modelName = new Map([...real].map(([name, id]) => [id, name]));
  const nameOf = (id: string): string => modelName.get(id) ?? id;
  const upload = await db.uploads.get(uploadId);
  const row = model.uploads.get(uploadId);
  const byName = <T extends { name: string }>(rows: T[]): T[] => rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  const counts = (s: {
    confirmedBytes: number;
    provedBytes: number;
    provedFiles: number;
    lostFiles: number;
    goneBytes: number;
    conversion: string;
  }) => [s.confirmedBytes, s.provedBytes, s.provedFiles, s.lostFiles, s.goneBytes, s.conversion];
  const chunksOf = (chunks: { index: number; state: string; parts: { fileId: string; offset: number; length: number }[] }[]) =>
    chunks.map(({ index, state, parts }) => [index, state, ...parts.map((part) => [part.fileId, part.offset, part.length])]);
  const queued = (rows: { id: string; phase: string; uploadToken: string | null; waiting: unknown }[]) =>
    rows.map(({ id, phase, uploadToken, waiting }) => [id, phase, uploadToken, waiting]);
  return {
    real: {
      upload: upload && [upload.phase, upload.halt, upload.waiting, upload.endedAt],
      files: (await db.files.where('uploadId').equals(uploadId).toArray()).map(({ id, state }) => [id, state]).sort(),
      series: byName((await db.series.where('uploadId').equals(uploadId).toArray()).map((s) => ({ name: nameOf(s.id), is: counts(s) }))),
      chunks: chunksOf(await db.chunks.where('uploadId').equals(uploadId).sortBy('index')),
      segments: (await db.segments.toCollection().primaryKeys()).map(nameOf).sort(),
      answers: [
        queued(await store.uploadsToSend()),
        queued(await store.uploadsToFollow()),
        queued(await store.uploadsKept()),
        await store.waitingChunks(uploadId),
        await store.allProved(uploadId),
        (await store.seriesToConvert(uploadId)).map((body) => nameOf(body.serieClientUploadId)),
        await store.studyUuids(uploadId).then((uuids) => uuids.sort()),
        await store.seriesUuids(uploadId).then((uuids) => uuids.sort()),
      ],
    },
    model: {
      upload: row && [row.phase, row.halt, row.waiting, row.endedAt],
      files: (row?.files ?? []).map(({ id, state }) => [id, state]).sort(),
      series: byName((row?.series ?? []).map((s) => ({ name: s.id, is: counts(s) }))),
      chunks: chunksOf(row?.chunks ?? []),
      segments: [...model.segments.keys()].sort(),
      answers: [
        queued(model.uploadsToSend()),
        queued(model.uploadsToFollow()),
        queued(model.uploadsKept()),
        model.waitingChunks(uploadId),
        model.allProved(uploadId),
        model.seriesToConvert(uploadId).map((body) => body.serieClientUploadId),
        model.studyUuids(uploadId).sort(),
        model.seriesUuids(uploadId).sort(),
      ],
    },
  };
}

/** Runs one random operation on both and returns its name. */
async function operate(pair: Twins, random: Random): Promise<string> {
  const { db, store, model, uploadId: id, real } = pair;
  const row = model.uploads.get(id);
  const chunk = random.int(0, 6);
  const some = <T>(values: readonly T[]): T[] => values.filter(() => random.chance(0.6));
  const files = some(
    (row?.files ?? []).filter(({ seriesId }) => row?.series.find((s) => s.id === seriesId)?.idx !== null).map((file) => file.id),
  );
  const remotes = (row?.series ?? []).flatMap(({ remote }) => (remote ? [remote.uuid] : []));
  const operations: Record<string, () => Promise<unknown>> = {
    savePrepared: async () => [model.savePrepared(id, 'up_1'), await store.savePrepared(id, 'up_1')],
    register: async () => {
      const body = model.nextUnregistered(id);
      const asked = await store.nextUnregistered(id);
      expect(asked?.study.id).toBe(body === null ? undefined : real.get(body.study.id));
      expect(asked?.study.series.map((s) => s.id).sort()).toEqual(body?.study.series.map((s) => real.get(s.id)).sort());
      if (!body || !asked) return;
      const answer = (rename: (name: string) => string): AnswerOf<Calls['registerStudy']> => ({
        study: { id: 1, uuid: `00000000-0000-4000-8000-00000000000${body.study.id.at(-1)}`, pipelineCode: null },
        series: body.study.series.map((s) => ({ clientId: rename(s.id), id: 1, uuid: `uuid of ${s.id}` })),
      });
      model.saveRegistered(
        id,
        body.study.id,
        answer((name) => name),
      );
      await store.saveRegistered(
        id,
        asked.study.id,
        answer((name) => real.get(name) ?? name),
      );
    },
    saveAllRegistered: async () => [model.saveAllRegistered(id), await store.saveAllRegistered(id)],
    reconcile: async () => {
      const status: UploadStatus = {
        session: id,
        state: 'upload',
        chunks: some([0, 1, 2, 3, 4, 5]),
        files: files.map((file_id) => ({ file_id, size: 1, received: 1, proved: random.chance(0.8) })),
        series: [],
      };
      model.reconcile(id, status);
      await store.reconcile(id, status);
    },
    loadChunk: async () => {
      const modelled = model.loadChunk(id, chunk);
      const loaded = await store.loadChunk(id, chunk, false);
      expect(loaded.ok).toBe(modelled.ok);
      if (!loaded.ok || !modelled.ok) return;
      const bytes = new Uint8Array(await (loaded.body as Blob).arrayBuffer());
      const parsed = parseChunk(bytes);
      if (!parsed.ok) throw new Error(parsed.why);
      expect(parsed.header.parts.map(({ file_id, offset, length, crc }) => [file_id, offset, length, crc])).toEqual(
        modelled.body.parts.map((part) => [part.fileId, part.offset, part.bytes.length, part.crc]),
      );
      expect([...bytes.subarray(parsed.bodyOffset)]).toEqual(modelled.body.parts.flatMap((part) => [...part.bytes]));
    },
    confirmChunk: async () => [model.confirmChunk(id, chunk, files), await store.confirmChunk(id, chunk, files)],
    saveSent: async () => [model.saveSent(id), await store.saveSent(id)],
    saveConversions: async () => {
      const news = some(remotes).map((serieRemoteUuid, idx) => ({
        idx,
        serieRemoteUuid,
        state: random.pick(['proved', 'converting', 'converted', 'error'] as const),
        message: null,
      }));
      expect(await store.saveConversions(id, news)).toEqual(model.saveConversions(id, news));
    },
    saveEnded: async () => [model.saveEnded(id), await store.saveEnded(id)],
    releaseKept: async () => [model.releaseKept(id), await store.releaseKept(id)],
    saveForgotten: async () => {
      const from = random.chance(0.7) ? (row?.phase ?? 'none') : random.pick(TRANSFER_PHASES);
      model.saveForgotten(id, from);
      await store.saveForgotten(id, from);
    },
    saveHalt: async () => {
      const halt = random.pick<Halt>([
        { why: 'sign-in' },
        { why: 'rights', code: 'not_allowed' },
        { why: 'failed', code: 'conflict', message: '' },
      ]);
      model.saveHalt(id, halt);
      await store.saveHalt(id, halt);
    },
    liftHalt: async () => [model.liftHalt(id), await store.liftHalt(id)],
    saveWaiting: async () => {
      const waiting = random.chance(0.5) ? null : { reason: 'network', until: NOW, tries: 1 };
      model.saveWaiting(id, waiting);
      await store.saveWaiting(id, waiting);
    },
    removeDropped: async () => [model.removeDropped(id), await store.removeDropped(id)],
    resume: async () => {
      const which = random.pick<'sign-in' | 'rights' | 'all'>(['sign-in', 'rights', 'all', 'all']);
      resume(model, which);
      await resumeUploads(db, which);
    },
    loseSegment: async () => {
      const gone = some([...model.segments.keys()]).slice(0, 1);
      for (const name of gone) model.segments.delete(name);
      await db.segments.bulkDelete(gone.map((name) => real.get(name) ?? ''));
    },
    clear: async () => (random.chance(0.1) ? [pressClear(model, id), await clearUpload(db, id)] : undefined),
  };
  // Operations that advance the upload are more frequent, so that every phase is reached.
  const name = random.pick([
    ...Object.keys(operations),
    'savePrepared',
    'register',
    'register',
    'saveAllRegistered',
    'confirmChunk',
    'reconcile',
  ]);
  await operations[name]?.();
  return name;
}

it.each(Array.from({ length: 60 }, (_, seed) => seed + 1))('the model and the database agree, sequence %i', async (seed) => {
  const random = new Random(seed);
  const pair = await twins(seed, random);
  const done: string[] = [];
  for (let step = 0; step < 25; step += 1) {
    done.push(await operate(pair, random));
    const { real, model } = await seen(pair);
    expect(model, done.join(', ')).toEqual(real);
  }
  await pair.db.delete();
});
