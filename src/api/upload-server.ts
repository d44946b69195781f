import { CALLS, type AnswerOf, type BodyOf, type Calls } from '#contract/calls.ts';
import type { UploadStatus } from '#contract/entities.ts';
import { callApi } from './call-api.ts';
import type { ApiResult } from './result.ts';
import { sendChunk } from './send-chunk.ts';

/** The server as the transfer engine asks for it (UploadServer of src/transfer/ports.ts): every failure comes back as an answer. */
export function createUploadServer() {
  return {
    prepare: (upload: Upload) =>
      answered(callApi(CALLS.prepareUpload, { body: { action: 'prepare', id: upload.id, started: upload.started }, quiet: true })),

    registerStudy: (body: BodyOf<Calls['registerStudy']>) =>
      answered(callApi(CALLS.registerStudy, { query: { version: '2' }, body, quiet: true })),

    status: (upload: Upload): Promise<Answer<UploadStatus>> =>
      answered(callApi(CALLS.uploadStatus, { params: { session: upload.id }, ...tokenOf(upload), quiet: true })),

    sendChunk: (upload: Upload, body: unknown): Promise<Answer<AnswerOf<Calls['sendChunk']>>> =>
      answered(sendChunk(body as Blob, { uploadToken: upload.uploadToken ?? '', started: upload.started })),

    convertSeries: (upload: Upload, body: BodyOf<Calls['convertSeries']>) =>
      answered(callApi(CALLS.convertSeries, { params: { session: upload.id }, body, ...tokenOf(upload), quiet: true })),

    changeStatus: ({ uuid, id, state }: { uuid: string; id: number; state: 'converted' | 'error' }) =>
      answered(callApi(CALLS.changeStatus, { body: { uuid, id, state }, quiet: true })),

    uploadFinished: (studyUuids: readonly string[]) =>
      answered(callApi(CALLS.uploadFinished, { body: { studies: studyUuids.map((studyUuid) => ({ studyUuid })) }, quiet: true })),

    drop: (upload: Upload) => answered(callApi(CALLS.dropUpload, { params: { session: upload.id }, ...tokenOf(upload), quiet: true })),
  };
}

interface Upload {
  id: string;
  started: number;
  uploadToken: string | null;
}

type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; kind: 'network' }
  | { ok: false; kind: 'refused'; status: number; code: string | null; message: string; retryAfterMs: number | null };

function tokenOf({ uploadToken }: Upload): { uploadToken?: string } {
  return uploadToken === null ? {} : { uploadToken };
}

/** An answer that is not what the contract says is treated as a fault of the server that passes: tried again, never believed. */
async function answered<T>(call: Promise<ApiResult<T>>): Promise<Answer<T>> {
  const result = await call;
  if (result.ok) return result;
  const { failure } = result;
  if (failure.kind === 'network') return { ok: false, kind: 'network' };
  if (failure.kind === 'malformed')
    return { ok: false, kind: 'refused', status: 502, code: 'malformed_answer', message: '', retryAfterMs: null };
  return { ok: false, kind: 'refused', status: failure.status, code: failure.code, message: failure.message, retryAfterMs: null };
}
