import type { Suv } from '#contract/suv.ts';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { chunkHeaderToBytes, type ChunkHeader, type ChunkPart } from '#contract/chunk.ts';
import type { SeriesRegistration, SeriesState } from '#contract/entities.ts';
import { PERMISSIONS, ROLE } from '#contract/permissions.ts';
import type { Database } from '#server/db/database.ts';
import type { Engine } from '#server/db/dialect.ts';
import type { DatabasePlace } from '#server/db/open-database.ts';
import { openTestDatabase } from '#server/db/test-database.ts';
import { createJobQueue, type JobTableQueue } from '#server/jobs/job-queue.ts';
import { createVault } from '#server/vault.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { studyState } from '#server/rules/studies/studies-state.ts';
import { registerStudy } from './uploads-register-study.ts';
import { prepareUpload, type UploadCaller } from './uploads.ts';

/** A server without HTTP, for tests of the upload rules: a real database, a real disk, and a record of the socket events. */
export interface TestBench {
  context: ServerContext & { jobs: JobTableQueue };
  /** Eva owns the uploads of the tests; Tom is in the same team; Ute is in another. */
  eva: UploadCaller;
  tom: UploadCaller;
  ute: UploadCaller;
  told: { to: string; event: string; payload: unknown }[];
  clock: { now: number };
  diskFolder: string;
  databasePlace: DatabasePlace;
  /** Of SQLite; null on PostgreSQL. */
  databaseFolder: string | null;
  close(): Promise<void>;
}

export async function createTestBench(engine: Engine): Promise<TestBench> {
  const { db, place, folder, drop } = await openTestDatabase(engine);
  const diskFolder = await mkdtemp(join(tmpdir(), 'lightship-objects-'));
  const clock = { now: Date.UTC(2026, 0, 2, 3, 4, 5) };
  const told: TestBench['told'] = [];
  const now = (): number => clock.now;
  const context = {
    db,
    now,
    objects: await createLocalDisk(diskFolder),
    vault: createVault(null),
    jobs: createJobQueue(db, { now }),
    news: {
      toUpload: (session: string, event: string, payload: unknown) => void told.push({ to: session, event, payload }),
      toMask: (segmentation: string, event: string, payload: unknown) => void told.push({ to: `mask ${segmentation}`, event, payload }),
      endMask: (segmentation: string) => void told.push({ to: `mask ${segmentation}`, event: 'ended', payload: null }),
      toTeam: (teamId: number, event: string, payload: unknown) => void told.push({ to: `team ${teamId}`, event, payload }),
      toMember: ({ teamId, userId }: { teamId: number; userId: number }, event: string, payload: unknown) =>
        void told.push({ to: `member ${userId} of ${teamId}`, event, payload }),
      toUser: (userId: number, event: string, payload: unknown) => void told.push({ to: `user ${userId}`, event, payload }),
    },
  };
  const [eva, tom, ute] = await db.write(async (tx) => {
    const teams = await tx
      .insertInto('team')
      .values(['north', 'south'].map((slug) => ({ slug, title: slug, color: '#112233', change_seq: 0, created_at: now() })))
      .returning(['id', 'slug'])
      .execute();
    const users = await tx
      .insertInto('user')
      .values(
        ['Eva', 'Tom', 'Ute'].map((name) => ({
          email: `${name.toLowerCase()}@test`,
          name,
          color: '#112233',
          password_hash: '',
          email_verified_at: now(),
          platform_admin: 0 as const,
          preferred_team_id: null,
          permission_version: 1,
          disabled_at: null,
          created_at: now(),
        })),
      )
      .returning(['id', 'name'])
      .execute();
    const idOf = (name: string): number => users.find((user) => user.name === name)!.id;
    const signIns = await tx
      .insertInto('sign_in')
      .values(
        users.map(({ id }) => ({
          user_id: id,
          cookie_hash: `cookie of ${id}`,
          created_at: now(),
          expires_at: now() + 30 * 86_400_000,
          revoked_at: null,
        })),
      )
      .returning(['id', 'user_id'])
      .execute();
    const member = (name: string, slug: string): UploadCaller => ({
      userId: idOf(name),
      signInId: signIns.find((signIn) => signIn.user_id === idOf(name))!.id,
      teamId: teams.find((team) => team.slug === slug)!.id,
      teamSlug: slug,
      permissions: new Set(PERMISSIONS),
      uploadId: null,
    });
    const people = [member('Eva', 'north'), member('Tom', 'north'), member('Ute', 'south')] as const;
    await tx
      .insertInto('membership')
      .values(
        people.map(({ teamId, userId }) => ({ team_id: teamId, user_id: userId, role_id: ROLE.teamAdministrator, created_at: now() })),
      )
      .execute();
    return people;
  });
  return {
    context,
    eva,
    tom,
    ute,
    told,
    clock,
    diskFolder,
    databasePlace: place,
    databaseFolder: folder,
    async close() {
      try {
        await checkStates(db);
      } finally {
        await drop();
        await rm(diskFolder, { recursive: true, force: true });
      }
    },
  };
}

/** Whatever a test did, the stored state of each study is that of its series. */
async function checkStates({ read }: Database): Promise<void> {
  const studies = await read.selectFrom('study').select(['id', 'state']).execute();
  const series = Map.groupBy(await read.selectFrom('series').select(['study_id', 'state']).execute(), (row) => row.study_id);
  const wrong = studies.filter(({ id, state }) => state !== studyState((series.get(id) ?? []).map((row) => row.state)));
  if (wrong.length > 0) throw new Error(`Studies with another state than that of their series: ${JSON.stringify(wrong)}`);
}

/** A file as a client would send it. */
export interface TestFile {
  fileId: string;
  name: string;
  seriesId: string;
  bytes: Uint8Array;
  /** The SHA-256 that the client announces, if it is wrong. */
  announcedSha256?: string;
}

export const testFile = (fileId: string, bytes: Uint8Array | string, more: Partial<TestFile> = {}): TestFile => ({
  fileId,
  name: `${fileId}.dcm`,
  seriesId: 'series-1',
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  ...more,
});

/** Bytes that differ at each place and from seed to seed. */
export function testBytes(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8) * 13 + seed * 101) & 0xff);
}

export interface TestPart {
  file: TestFile;
  from?: number;
  to?: number;
}

/** A packed chunk as it is sent. `change` corrupts a part's header, as a broken client would. */
export function packChunk(
  at: { session: string; studyUuid: string; chunk: number },
  parts: readonly (TestFile | TestPart)[],
  change: Partial<ChunkPart> = {},
): Uint8Array<ArrayBuffer> {
  const ranges = parts
    .map((part) => ('file' in part ? part : { file: part }))
    .map(({ file, from = 0, to = file.bytes.length }: TestPart) => ({
      file,
      offset: from,
      bytes: file.bytes.subarray(from, to),
    }));
  const header = chunkHeaderToBytes({
    v: 1,
    session_id: at.session,
    chunk: at.chunk,
    preview: 'client',
    studyUuid: at.studyUuid,
    parts: ranges.map(({ file, offset, bytes }) => ({
      file_id: file.fileId,
      name: file.name,
      serie_id: file.seriesId,
      size: file.bytes.length,
      offset,
      length: bytes.length,
      enc: '' as const,
      plain: bytes.length,
      crc: crc32(bytes),
      sha256: file.announcedSha256 ?? sha256Of(file.bytes),
      ...change,
    })),
  });
  return Uint8Array.from(Buffer.concat([header, ...ranges.map((range) => range.bytes)]));
}

/** The chunk as a sender on a slow link sends it: its header in the same order, each part passed through `encode`. */
export function deflateChunk(
  plain: Uint8Array,
  encode: (bytes: Uint8Array, nth: number) => Uint8Array = (bytes) => deflateRawSync(bytes),
  change: Partial<ChunkPart> = {},
): Uint8Array<ArrayBuffer> {
  const bodyOffset = 4 + Buffer.from(plain).readUInt32BE();
  const header = JSON.parse(Buffer.from(plain.subarray(4, bodyOffset)).toString()) as ChunkHeader;
  let at = bodyOffset;
  const bodies = header.parts.map((part, nth) => {
    const bytes = plain.subarray(at, at + part.length);
    at += part.length;
    return encode(bytes, nth);
  });
  const parts = header.parts.map((part, n) => ({ ...part, length: bodies[n]!.length, enc: 'deflate-raw' as const, ...change }));
  return Uint8Array.from(Buffer.concat([chunkHeaderToBytes({ ...header, parts }), ...bodies]));
}

export interface RegisteredUpload {
  session: string;
  token: string;
  uploadId: number;
  studyId: number;
  studyUuid: string;
  series: { clientId: string; id: number; uuid: string }[];
}

/** An upload with one study, in the state before its first byte. `files`: how many each series is announced with. */
export async function registerTestUpload(
  bench: TestBench,
  fileCounts: Record<string, number>,
  {
    owner = bench.eva,
    type = 'dcm' as const,
    patientName = 'Muster^Eva',
    session = randomUUID(),
    studyInstanceUid = '1.2.3',
    anonymize = false,
    grid,
    suv,
  }: {
    owner?: Member;
    type?: 'dcm' | 'nii';
    patientName?: string;
    session?: string;
    studyInstanceUid?: string;
    anonymize?: boolean;
    /** Name that the device tells for each series. */
    grid?: string;
    suv?: Suv;
  } = {},
): Promise<RegisteredUpload> {
  const { upload_token: token } = await prepareUpload(bench.context, owner, { id: session, started: 1 });
  const registration = testStudy(session, fileCounts, { type, patientName, studyInstanceUid });
  for (const series of registration.study.series) Object.assign(series, { ...(grid !== undefined && { grid }), ...(suv && { suv }) });
  const { study, series } = await registerStudy(bench.context, owner, { ...registration, anonymize });
  const { id } = await bench.context.db.read.selectFrom('upload').select('id').where('session', '=', session).executeTakeFirstOrThrow();
  return { session, token, uploadId: id, studyId: study.id, studyUuid: study.uuid, series };
}

/** Puts series, by default all, into a state that uploads and conversions reach by a longer road. */
export function putSeriesInto({ context }: TestBench, state: SeriesState, which: { id?: number; uuid?: string } = {}): Promise<void> {
  return context.db.write(async (tx) => {
    let series = tx.updateTable('series').set({ state });
    if (which.id !== undefined) series = series.where('id', '=', which.id);
    if (which.uuid !== undefined) series = series.where('uuid', '=', which.uuid);
    const changed = await series.returning('study_id').execute();
    for (const id of new Set(changed.map((row) => row.study_id))) {
      const states = await tx.selectFrom('series').select('state').where('study_id', '=', id).execute();
      await tx
        .updateTable('study')
        .set({ state: studyState(states.map((row) => row.state)) })
        .where('id', '=', id)
        .execute();
    }
  });
}

export function testStudy(
  session: string,
  fileCounts: Record<string, number>,
  { type = 'dcm' as 'dcm' | 'nii', patientName = 'Muster^Eva', studyInstanceUid = '1.2.3', bodyPart = 'prostate', id = 'study-1' } = {},
) {
  const series = Object.entries(fileCounts).map(([seriesId, file_count], idx): SeriesRegistration => ({
    id: seriesId,
    idx,
    seriesInstanceUid: `1.2.3.${idx}`,
    seriesNumber: idx + 1,
    seriesDescription: 't2',
    modalityCode: 'MR',
    cnt: file_count,
    numberOfFrames: 1,
    rows: 4,
    columns: 5,
    sliceThickness: 2,
    file_count,
    totalFileSize: 1000,
    files: [],
    type,
  }));
  return {
    study: {
      id,
      patientName,
      originalPatientName: patientName,
      patientSex: 'F',
      studyDate: '20240102',
      studyTime: '101112',
      modality: 'MR',
      dirty: false,
      series,
    },
    studyInstanceUid,
    bodyPart,
    labels: [],
    session_id: session,
    anonymize: false,
  };
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Code and details of the refusal; a success or another fault fails the test. */
export async function refusalOf(attempt: Promise<unknown>): Promise<{ code: string } & Refusal['detail']> {
  const outcome = await attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Refusal)) throw new Error('Expected a refusal', { cause: outcome });
  return { code: outcome.code, ...outcome.detail };
}
