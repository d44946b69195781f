import { CALLS, type AnswerOf, type BodyOf, type Calls } from '#contract/calls.ts';
import type { UploadStatus } from '#contract/entities.ts';
import { callApi } from './call-api.ts';
import { readCredentials, type Credentials } from './credentials.ts';
import { retryAfter, type ApiResult } from './result.ts';
import { mostLanes, sendChunk } from './send-chunk.ts';

/**
 * The server as the transfer engine asks for it (UploadServer of src/transfer/ports.ts): every failure comes back as an answer. Only the person
 * whose queue it is speaks for it: a turn in the background may outlast their sign-in, and an upload prepared with the bearer of whoever
 * signed in next would be that person's.
 */
export function createUploadServer(userId: number) {
  const owner = async (): Promise<Credentials | null> => {
    const stored = await readCredentials();
    return stored?.userId === userId ? stored : null;
  };
  const asOwner = async <T>(call: (credentials: Speaker) => Promise<ApiResult<T>>): Promise<Answer<T>> => {
    const credentials = await owner();
    return credentials === null ? SIGNED_OUT : answered(call({ credentials }));
  };
  /** Under the token of the upload, where it has one. */
  const forUpload = <T>({ uploadToken }: Upload, call: (speaker: Speaker) => Promise<ApiResult<T>>): Promise<Answer<T>> =>
    uploadToken === null ? asOwner(call) : answered(call({ uploadToken }));

  return {
    mostLanes,

    bearer: async () => (await owner())?.token ?? null,

    prepare: async (upload: Upload): Promise<Answer<AnswerOf<Calls['prepareUpload']>>> => {
      const body = { action: 'prepare', id: upload.id, started: upload.started } as const;
      if (!upload.isLegacy && !upload.isForArea)
        return asOwner((speaker) => callApi(CALLS.prepareUpload, { body, ...speaker, quiet: true }));
      const prepared = await asOwner((speaker) => callApi(CALLS.batchUpload, { body, ...speaker, quiet: true }));
      if (!prepared.ok) return prepared;
      // One path, four uses: what answers another of them has not heard this one.
      return 'upload_token' in prepared.value ? { ok: true, value: prepared.value } : MALFORMED;
    },

    anonymiseNames: (s: BodyOf<Calls['anonymiseNames']>['s']) =>
      asOwner((speaker) => callApi(CALLS.anonymiseNames, { body: { s }, ...speaker, quiet: true })),

    registerStudy: (body: BodyOf<Calls['registerStudy']>) =>
      asOwner((speaker) => callApi(CALLS.registerStudy, { query: { version: '2' }, body, ...speaker, quiet: true })),

    status: (upload: Upload): Promise<Answer<UploadStatus>> =>
      forUpload(upload, (speaker) => callApi(CALLS.uploadStatus, { params: { session: upload.id }, ...speaker, quiet: true })),

    conversions: async (upload: Upload): Promise<Answer<UploadStatus['series']>> => {
      const query = { only: 'series' } as const;
      const status = await forUpload(upload, (speaker) =>
        callApi(CALLS.uploadStatus, { params: { session: upload.id }, query, ...speaker, quiet: true }),
      );
      return status.ok ? { ok: true, value: status.value.series } : status;
    },

    sendChunk: (upload: Upload, body: unknown, giveUpMs: number): Promise<Answer<AnswerOf<Calls['sendChunk']>>> =>
      answered(sendChunk(body as Blob, { uploadToken: upload.uploadToken ?? '', started: upload.started, giveUpMs })),

    convertSeries: (upload: Upload, body: BodyOf<Calls['convertSeries']>) =>
      forUpload(upload, (speaker) => callApi(CALLS.convertSeries, { params: { session: upload.id }, body, ...speaker, quiet: true })),

    changeStatus: ({ uuid, id, state }: { uuid: string; id: number; state: 'converted' | 'error' }) =>
      asOwner((speaker) => callApi(CALLS.changeStatus, { body: { uuid, id, state }, ...speaker, quiet: true })),

    uploadFinished: (studyUuids: readonly string[]) =>
      asOwner((speaker) =>
        callApi(CALLS.uploadFinished, { body: { studies: studyUuids.map((studyUuid) => ({ studyUuid })) }, ...speaker, quiet: true }),
      ),

    takeUpload: (body: BodyOf<Calls['takeUpload']>) => asOwner((speaker) => callApi(CALLS.takeUpload, { body, ...speaker, quiet: true })),

    sortOnServer: (upload: Upload) =>
      forUpload(upload, (speaker) => {
        const body = { session: upload.id, ...(upload.takenBack && { taken_back: [...upload.takenBack] }) };
        return callApi(CALLS.sortOnServer, { body, ...speaker, quiet: true });
      }),

    sortedOnServer: (upload: Upload): Promise<Answer<AnswerOf<Calls['sortedOnServer']>>> =>
      forUpload(upload, (speaker) => callApi(CALLS.sortedOnServer, { query: { session: upload.id }, ...speaker, quiet: true })),

    drop: (upload: Upload) =>
      forUpload(upload, (speaker) => callApi(CALLS.dropUpload, { params: { session: upload.id }, ...speaker, quiet: true })),
  };
}

interface Upload {
  id: string;
  started: number;
  uploadToken: string | null;
  isLegacy?: true;
  isForArea?: true;
  takenBack?: readonly string[];
}

type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; kind: 'network'; retryAfterMs?: number | null }
  | { ok: false; kind: 'refused'; status: number; code: string | null; message: string; retryAfterMs: number | null };

interface Speaker {
  uploadToken?: string;
  credentials?: Credentials;
}

const MALFORMED = { ok: false, kind: 'refused', status: 502, code: 'malformed_answer', message: '', retryAfterMs: null } as const;

const SIGNED_OUT = { ok: false, kind: 'refused', status: 401, code: 'signed_out', message: '', retryAfterMs: null } as const;

/** An answer that is not what the contract says is treated as a fault of the server that passes: tried again, never believed. */
async function answered<T>(call: Promise<ApiResult<T>>): Promise<Answer<T>> {
  const result = await call;
  if (result.ok) return result;
  const { failure } = result;
  if (failure.kind === 'network') return { ok: false, kind: 'network', retryAfterMs: retryAfter(failure) };
  if (failure.kind === 'malformed') return MALFORMED;
  const { status, code, message, retryAfterMs = null } = failure;
  return { ok: false, kind: 'refused', status, code, message, retryAfterMs };
}
