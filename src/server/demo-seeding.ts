import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { chunkHeaderToBytes, type ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { planChunks, UPLOAD_CHUNKS } from '#model/uploads/chunk-plan.ts';
import { runInProcess } from '#server/process/run-in-process.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { findMember } from './rules/teams/membership.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { finishUploads } from './rules/uploads/uploads-end.ts';
import { registerStudy } from './rules/uploads/uploads-register-study.ts';
import { uploadStatus } from './rules/uploads/uploads-status.ts';
import { openUpload, type UploadCaller } from './rules/uploads/uploads.ts';
import { markDemoStudies } from './demo-marks.ts';
import { DEMO_STUDIES, type DemoStudy } from './demo-studies.ts';
import type { MadeFile, MadeStudy } from './demo-study-made.ts';

const WORKER = new URL('./demo-study.worker.ts', import.meta.url);
/** It takes seconds. */
const MAKING_MAX_MS = 5 * 60_000;

export interface DemoSeeding {
  /** Every study has ended, or the seeding was stopped. Never rejects. */
  done: Promise<void>;
  /** Resolves once all its work has stopped. The next start resumes it. */
  stop(): Promise<void>;
}

interface DemoSeedingOptions {
  onFault: (place: string, error: unknown) => void;
  studies?: readonly DemoStudy[];
  followEveryMs?: number;
}

/**
 * Uploads the demo's studies like a client, while the server is running: prepare, register, chunks, conversion, finish. Each of these can be
 * repeated, and all IDs are fixed, so that a seeding that was stopped or killed is completed by the next one.
 *
 *     missing ──prepared──▶ open ──chunks that the server lacks──▶ all verified ──series ended──▶ finished: not touched again
 */
export function startDemoSeeding(
  context: ServerContext,
  { onFault, studies = DEMO_STUDIES, followEveryMs = LIMITS.statusPollMs }: DemoSeedingOptions,
): DemoSeeding {
  const stopping = new AbortController();
  const done = seed(context, studies, stopping.signal, followEveryMs).catch((error: unknown) => {
    if (!stopping.signal.aborted) onFault('demo studies', error);
  });
  return {
    done,
    stop() {
      stopping.abort(new Error('The server is stopping'));
      return done;
    },
  };
}

async function seed(context: ServerContext, studies: readonly DemoStudy[], signal: AbortSignal, followEveryMs: number): Promise<void> {
  const sent: { caller: UploadCaller; session: string }[] = [];
  for (const demo of studies) {
    const caller = await callerOf(context, demo);
    // A user who tries things out may have removed the person from the team, or dropped the upload.
    if (caller !== null && (await isWanted(context, demo)) && (await unlessClosed(send(context, caller, demo, signal)))) {
      sent.push({ caller, session: demo.session });
    }
  }
  await markSent(context, studies, sent);
  for (const { caller, session } of sent) await unlessClosed(finishWhenConverted(context, caller, session, signal, followEveryMs));
}

/** Before their uploads are finished, so that an interrupted seeding does it next time. */
async function markSent(
  context: ServerContext,
  studies: readonly DemoStudy[],
  sent: readonly { caller: UploadCaller; session: string }[],
): Promise<void> {
  for (const [slug, [first]] of Map.groupBy(sent, ({ caller }) => caller.teamSlug)) {
    const sessions = studies.filter(({ team }) => team === slug).map(({ session }) => session);
    if (first === undefined) continue;
    const rows = await context.db.read
      .selectFrom('study')
      .innerJoin('upload', 'upload.id', 'study.upload_id')
      .select(['upload.session', 'study.uuid'])
      .where('upload.session', 'in', sessions)
      .where('upload.state', '<>', 'dropped')
      .execute();
    const uuids = sessions.flatMap((session) => rows.find((row) => row.session === session)?.uuid ?? []);
    await markDemoStudies(context, first.caller, uuids);
  }
}

async function callerOf({ db }: ServerContext, { team, uploader }: DemoStudy): Promise<UploadCaller | null> {
  const user = await db.read.selectFrom('user').select('id').where('email', '=', uploader).executeTakeFirst();
  const member = user && (await findMember(db.read, { userId: user.id, signInId: 0 }, team));
  return member ? { ...member, uploadId: null } : null;
}

async function isWanted({ db }: ServerContext, { session }: DemoStudy): Promise<boolean> {
  const upload = await db.read.selectFrom('upload').select('state').where('session', '=', session).executeTakeFirst();
  return upload === undefined || upload.state === 'open';
}

/** False if someone dropped the upload meanwhile, which is allowed. */
async function unlessClosed(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'session_closed') return false;
    throw error;
  }
}

async function send(context: ServerContext, caller: UploadCaller, demo: DemoStudy, signal: AbortSignal): Promise<void> {
  await openUpload(context, caller, { id: demo.session, started: context.now(), token: null });
  const { state, chunks } = await uploadStatus(context, caller, demo.session);
  if (state !== 'upload') return;
  const { registration, files } = await makeInProcess(demo, signal);
  const { study } = await registerStudy(context, caller, registration);
  const held = new Set(chunks);
  for (const [chunk, parts] of planStudy(files).entries()) {
    signal.throwIfAborted();
    if (!held.has(chunk)) await receiveChunk(context, caller, packChunk({ session: demo.session, studyUuid: study.uuid, chunk }, parts));
  }
}

async function finishWhenConverted(
  context: ServerContext,
  caller: UploadCaller,
  session: string,
  signal: AbortSignal,
  followEveryMs: number,
): Promise<void> {
  while ((await uploadStatus(context, caller, session)).state !== 'finished') await pause(followEveryMs, undefined, { signal });
  const studies = await context.db.read
    .selectFrom('study')
    .innerJoin('upload', 'upload.id', 'study.upload_id')
    .select('study.uuid')
    .where('upload.session', '=', session)
    .execute();
  await finishUploads(
    context,
    caller,
    studies.map((study) => study.uuid),
  );
}

async function makeInProcess(demo: DemoStudy, signal: AbortSignal): Promise<MadeStudy> {
  const made = await runInProcess<MadeStudy>(WORKER, { input: demo, signal, maxMs: MAKING_MAX_MS, name: 'Creating a demo study' });
  if (made === 'endless') throw new Error('A demo study was not finished in time');
  return made;
}

interface MadePart {
  file: MadeFile;
  offset: number;
  bytes: Uint8Array;
}

/** The same files always give the same chunks, so that what an earlier process sent is not sent again. */
function planStudy(files: readonly MadeFile[]): MadePart[][] {
  const fileById = new Map(files.map((file) => [file.fileId, file]));
  const plan = planChunks(
    files.map(({ fileId, seriesId, bytes }) => ({ fileId, seriesId, size: bytes.length })),
    UPLOAD_CHUNKS,
  );
  return plan.map((parts) =>
    parts.map(({ fileId, offset, length }) => {
      const file = fileById.get(fileId)!;
      return { file, offset, bytes: file.bytes.subarray(offset, offset + length) };
    }),
  );
}

function packChunk(at: { session: string; studyUuid: string; chunk: number }, parts: readonly MadePart[]): Uint8Array {
  const header = chunkHeaderToBytes({
    v: 1,
    session_id: at.session,
    chunk: at.chunk,
    preview: 'client',
    studyUuid: at.studyUuid,
    parts: parts.map(toChunkPart),
  });
  return Buffer.concat([header, ...parts.map((part) => part.bytes)]);
}

function toChunkPart({ file, offset, bytes }: MadePart): ChunkPart {
  return {
    file_id: file.fileId,
    name: file.name,
    serie_id: file.seriesId,
    size: file.bytes.length,
    offset,
    length: bytes.length,
    enc: '',
    plain: bytes.length,
    crc: crc32(bytes),
    sha256: file.sha256,
  };
}
