import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import type { SeriesState, UploadStatus } from '#contract/entities.ts';
import type { ErrorCode } from '#contract/errors.ts';

export interface ServerPiece {
  offset: number;
  length: number;
  key: string;
  at: number;
}

export interface ServerFile {
  fileId: string;
  seriesId: number;
  size: number;
  sha256: string;
  received: number;
  proved: boolean;
  pieces: ServerPiece[];
}

export interface ServerSeries {
  id: number;
  uuid: string;
  clientId: string;
  studyId: number;
  idx: number;
  fileCount: number;
  state: SeriesState;
}

export interface ServerUpload {
  id: number;
  session: string;
  team: string;
  user: number;
  token: string | null;
  /** The sign-in under which the token was created. */
  tokenSignIn: string | null;
  state: 'open' | 'finished' | 'dropped';
  studies: { id: number; uuid: string; clientId: string }[];
  series: ServerSeries[];
  files: Map<string, ServerFile>;
  chunks: Map<number, { sha256: string; key: string }>;
}

/** The caller: a member with a bearer token (`uploadId` null), or the owner of an upload token (`signIn` null). */
export interface ServerCaller {
  team: string;
  user: number;
  signIn: string | null;
  uploadId: number | null;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; code: ErrorCode };

const done = <T>(value: T): Outcome<T> => ({ ok: true, value });
const refused = (code: ErrorCode): { ok: false; code: ErrorCode } => ({ ok: false, code });

/**
 * What src/server has committed: rows and objects. Every function is one transaction, or one object that is durable when it returns. The memory of
 * a process is elsewhere (server-process.ts), so that killing the process loses it.
 */
export class ModelServer {
  uploads = new Map<string, ServerUpload>();
  objects = new Map<string, Uint8Array>();
  nextId = 1;
  /** IDs that are never reused, even by a restored server: in the product they are random. */
  readonly #uuids: { next: number };

  constructor(uuids: { next: number } = { next: 1 }) {
    this.#uuids = uuids;
  }

  /** Like a backup: the rows, then the objects. */
  copy(): ModelServer {
    const copy = new ModelServer(this.#uuids);
    copy.nextId = this.nextId;
    for (const [session, upload] of this.uploads) {
      const files = [...upload.files].map(
        ([id, file]) => [id, { ...file, pieces: file.pieces.map((piece) => ({ ...piece })) }] satisfies [string, ServerFile],
      );
      copy.uploads.set(session, {
        ...upload,
        studies: upload.studies.map((study) => ({ ...study })),
        series: upload.series.map((series) => ({ ...series })),
        files: new Map(files),
        chunks: new Map(upload.chunks),
      });
    }
    for (const [key, bytes] of this.objects) copy.objects.set(key, bytes);
    return copy;
  }

  prepare({ team, user, signIn }: ServerCaller, session: string): Outcome<AnswerOf<Calls['prepareUpload']>> {
    const token = `up_${this.#uuids.next++}`;
    const upload = this.uploads.get(session);
    if (!upload) {
      this.uploads.set(session, {
        id: this.nextId++,
        session,
        team,
        user,
        token,
        tokenSignIn: signIn,
        state: 'open',
        studies: [],
        series: [],
        files: new Map(),
        chunks: new Map(),
      });
      return done({ session, upload_token: token });
    }
    if (upload.team !== team || upload.user !== user) return refused('conflict');
    if (upload.state === 'dropped') return refused('session_closed');
    Object.assign(upload, { state: 'open', token, tokenSignIn: signIn });
    return done({ session, upload_token: token });
  }

  /** [Note: Upload tokens] The user ended the sign-in; one that expires ends no tokens. */
  endSignIn(signIn: string): void {
    for (const upload of this.uploads.values()) if (upload.tokenSignIn === signIn) upload.token = null;
  }

  /** Also if the membership is restored. */
  endMembership(team: string, user: number): void {
    for (const upload of this.uploads.values()) if (upload.team === team && upload.user === user) upload.token = null;
  }

  uploadOfToken(token: string): ServerUpload | null {
    for (const upload of this.uploads.values()) if (upload.token === token) return upload;
    return null;
  }

  register(caller: ServerCaller, body: BodyOf<Calls['registerStudy']>): Outcome<AnswerOf<Calls['registerStudy']>> {
    const open = this.requireOpen({ ...caller, uploadId: null }, body.session_id);
    if (!open.ok) return open;
    const upload = open.value;
    const study = upload.studies.find(({ clientId }) => clientId === body.study.id) ?? this.#newStudy(body.study.id);
    const conflicts = body.study.series.some((announced) => {
      const known = upload.series.find(({ clientId }) => clientId === announced.id);
      return known !== undefined && (known.studyId !== study.id || known.fileCount !== announced.file_count);
    });
    if (conflicts) return refused('conflict');
    if (!upload.studies.includes(study)) upload.studies.push(study);
    const series = body.study.series.map((announced) => {
      let known = upload.series.find(({ clientId }) => clientId === announced.id);
      if (!known) {
        const { id: clientId, idx, file_count: fileCount } = announced;
        known = { id: this.nextId++, uuid: this.#uuid(), clientId, studyId: study.id, idx, fileCount, state: 'receiving' };
        upload.series.push(known);
      }
      return { clientId: known.clientId, id: known.id, uuid: known.uuid };
    });
    return done({ study: { id: study.id, uuid: study.uuid, pipelineCode: null }, series });
  }

  status(caller: ServerCaller, session: string): Outcome<UploadStatus> {
    const found = this.require(caller, session);
    if (!found.ok) return found;
    const upload = found.value;
    if (upload.state === 'dropped') return refused('session_closed');
    const series = [...upload.series].sort((a, b) => a.idx - b.idx || a.id - b.id);
    return done({
      session,
      state: 'upload',
      chunks: [...upload.chunks.keys()].sort((a, b) => a - b),
      files: [...upload.files.values()].map(({ fileId, size, received, proved }) => ({ file_id: fileId, size, received, proved })),
      series: series.map(({ idx, uuid, state }) => ({ idx, serieRemoteUuid: uuid, state, message: null })),
    });
  }

  requestConversion(caller: ServerCaller, session: string, body: BodyOf<Calls['convertSeries']>): Outcome<{ idx: number; accepted: true }> {
    const found = this.require(caller, session);
    if (!found.ok) return found;
    if (found.value.state === 'dropped') return refused('session_closed');
    const series = found.value.series.find(({ id, uuid }) => uuid === body.serieRemoteUuid && id === body.serieRemoteId);
    const study = series && found.value.studies.find(({ id }) => id === series.studyId);
    if (!series || study?.uuid !== body.studyRemoteUuid) return refused('not_found');
    return series.state === 'receiving' ? refused('series_incomplete') : done({ idx: series.idx, accepted: true });
  }

  recordSeen({ team, user }: ServerCaller, seriesUuid: string): Outcome<null> {
    for (const upload of this.uploads.values()) {
      if (upload.team === team && upload.user === user && upload.series.some(({ uuid }) => uuid === seriesUuid)) return done(null);
    }
    return refused('not_found');
  }

  finish({ team, user }: ServerCaller, studyUuids: readonly string[]): Outcome<null> {
    const own = [...this.uploads.values()].filter((upload) => upload.team === team && upload.user === user);
    const known = new Set(own.flatMap((upload) => upload.studies.map(({ uuid }) => uuid)));
    if (studyUuids.some((uuid) => !known.has(uuid))) return refused('not_found');
    for (const upload of own) {
      if (upload.state !== 'open' || !upload.studies.some(({ uuid }) => studyUuids.includes(uuid))) continue;
      if (upload.studies.every((study) => studyUuids.includes(study.uuid) && hasEnded(upload, study.id))) {
        Object.assign(upload, { state: 'finished', token: null });
      }
    }
    return done(null);
  }

  drop(caller: ServerCaller, session: string): Outcome<null> {
    const found = this.require(caller, session);
    if (!found.ok) return found;
    const upload = found.value;
    if (upload.state === 'finished') return refused('session_closed');
    Object.assign(upload, { state: 'dropped', token: null });
    this.clearDropped(upload);
    return done(null);
  }

  /** A study whose series have all ended no longer belongs only to the upload; the others are deleted, bytes first. */
  clearDropped(upload: ServerUpload): void {
    for (const study of upload.studies.filter(({ id }) => !hasEnded(upload, id))) {
      for (const key of this.objects.keys()) if (key.startsWith(`${upload.team}/${study.uuid}/`)) this.objects.delete(key);
      const gone = new Set(upload.series.filter(({ studyId }) => studyId === study.id).map(({ id }) => id));
      for (const file of upload.files.values()) if (gone.has(file.seriesId)) upload.files.delete(file.fileId);
      upload.series = upload.series.filter(({ id }) => !gone.has(id));
      upload.studies = upload.studies.filter(({ id }) => id !== study.id);
    }
    upload.chunks.clear();
  }

  require(caller: ServerCaller, session: string): Outcome<ServerUpload> {
    const upload = this.uploads.get(session);
    if (!upload || upload.team !== caller.team || upload.user !== caller.user) return refused('not_found');
    if (caller.uploadId !== null && caller.uploadId !== upload.id) return refused('not_found');
    return done(upload);
  }

  requireOpen(caller: ServerCaller, session: string): Outcome<ServerUpload> {
    const found = this.require(caller, session);
    return found.ok && found.value.state !== 'open' ? refused('session_closed') : found;
  }

  /** Files that are complete and not verified. */
  unprovenWhole(upload: ServerUpload): ServerFile[] {
    return [...upload.files.values()].filter((file) => !file.proved && file.received === file.size);
  }

  /** The bytes of a file for a download; null if it is incomplete. */
  bytesOf(file: ServerFile): Uint8Array | null {
    const bytes = new Uint8Array(file.size);
    let held = 0;
    for (const { key, at, offset, length } of file.pieces) {
      const object = this.objects.get(key);
      if (!object) return null;
      bytes.set(object.subarray(at, at + length), offset);
      held += length;
    }
    return held === file.size ? bytes : null;
  }

  /** After files were verified: a series with all announced files verified waits for its conversion. */
  advanceSeries(upload: ServerUpload): void {
    for (const series of upload.series) {
      if (series.state !== 'receiving') continue;
      let proved = 0;
      for (const file of upload.files.values()) if (file.seriesId === series.id && file.proved) proved += 1;
      if (proved >= series.fileCount) series.state = 'proved';
    }
  }

  #newStudy(clientId: string): ServerUpload['studies'][number] {
    return { id: this.nextId++, uuid: this.#uuid(), clientId };
  }

  #uuid(): string {
    return `uuid-${this.#uuids.next++}`;
  }
}

function hasEnded(upload: ServerUpload, studyId: number): boolean {
  const series = upload.series.filter((one) => one.studyId === studyId);
  return series.length > 0 && series.every(({ state }) => state === 'converted' || state === 'error');
}
