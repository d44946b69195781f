import type { StudyProposals } from '#contract/ai/inferences.ts';
import type { RunnableModel } from '#contract/ai/models.ts';
import { CALLS } from '#contract/calls.ts';
import type { Series, SeriesFile, StudyDetail } from '#contract/study-detail.ts';
import { callApi, fetchBytes } from './call-api.ts';
import { readCredentials, type Credentials } from './credentials.ts';
import { retryAfter, type ApiResult } from './result.ts';

/**
 * Studies as the keeper asks for them (StudyServer of src/workers/keeper): every failure comes back as an answer. Only the person whose device it
 * is asks: whoever signed in next would keep studies in their name.
 */
export function createStudyServer(userId: number) {
  const asOwner = async <T>(call: (speaker: Speaker) => Promise<ApiResult<T>>): Promise<Answer<T>> => {
    const stored = await readCredentials();
    return stored?.userId === userId ? answered(await call({ credentials: stored })) : SIGNED_OUT;
  };
  return {
    study: async (studyUuid: string, signal: AbortSignal): Promise<Answer<StudyDetail>> =>
      dataOf(await asOwner((speaker) => callApi(CALLS.study, { params: { id: studyUuid }, ...speaker, signal, quiet: true }))),

    series: async (studyUuid: string, signal: AbortSignal): Promise<Answer<Series[]>> =>
      dataOf(await asOwner((speaker) => callApi(CALLS.studySeries, { params: { id: studyUuid }, ...speaker, signal, quiet: true }))),

    thumbnail: async (uuid: string, signal: AbortSignal): Promise<Answer<{ tag: string | null; bytes: Blob }>> => {
      const answer = await asOwner((speaker) => fetchBytes(CALLS.seriesThumbnail, { params: { uuid }, ...speaker, signal, quiet: true }));
      if (!answer.ok) return answer;
      const bytes = await answer.value.blob().catch(() => null);
      return bytes === null ? { ok: false, kind: 'network' } : { ok: true, value: { tag: answer.value.headers.get('ETag'), bytes } };
    },

    files: async (uuid: string, signal: AbortSignal): Promise<Answer<SeriesFile[]>> =>
      dataOf(await asOwner((speaker) => callApi(CALLS.seriesFiles, { params: { uuid }, ...speaker, signal, quiet: true }))),

    proposals: async (uuid: string, signal: AbortSignal): Promise<Answer<StudyProposals>> =>
      asOwner((speaker) => callApi(CALLS.proposals, { params: { uuid }, ...speaker, signal, quiet: true })),

    runnable: async (signal: AbortSignal): Promise<Answer<RunnableModel[]>> =>
      dataOf(await asOwner((speaker) => callApi(CALLS.runnableModels, { ...speaker, signal, quiet: true }))),

    bytes: async (object: StoredObject, range: ByteRange, signal: AbortSignal): Promise<Answer<ReceivedBytes>> => {
      const answer = await asOwner((speaker) => fetchObject(object, { range, ...speaker, signal, quiet: true }));
      if (!answer.ok) return answer;
      const { body, headers } = answer.value;
      return body === null ? NO_BODY : { ok: true, value: { tag: headers.get('ETag'), body } };
    },
  };
}

function fetchObject(object: StoredObject, options: Speaker & { range: ByteRange; signal: AbortSignal; quiet: true }) {
  const id = String(object.id);
  switch (object.kind) {
    case 'volume':
      return fetchBytes(CALLS.volumeFile, { params: { id }, ...options });
    case 'file':
      return fetchBytes(CALLS.originalFile, { params: { id }, ...options });
    case 'labels':
      return fetchBytes(CALLS.proposalLabels, { params: { uuid: object.study, id }, ...options });
    case 'model':
      return fetchBytes(CALLS.versionFile, { params: { uuid: id }, ...options });
  }
}

type StoredObject = { kind: 'volume' | 'file'; id: number } | { kind: 'labels'; id: number; study: string } | { kind: 'model'; id: string };

interface Speaker {
  credentials: Credentials;
}

interface ByteRange {
  offset: number;
  length: number;
}

interface ReceivedBytes {
  tag: string | null;
  body: ReadableStream<Uint8Array>;
}

type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; kind: 'network'; retryAfterMs?: number | null }
  | { ok: false; kind: 'refused'; status: number; retryAfterMs?: number | null };

const SIGNED_OUT = { ok: false, kind: 'refused', status: 401 } as const;
const NO_BODY = { ok: false, kind: 'refused', status: 502 } as const;

function answered<T>(result: ApiResult<T>): Answer<T> {
  if (result.ok) return result;
  const retryAfterMs = retryAfter(result.failure);
  if (result.failure.kind === 'network') return { ok: false, kind: 'network', retryAfterMs };
  // An answer that is not what the contract says is a fault of the server that passes: tried again, never believed.
  return { ok: false, kind: 'refused', status: result.failure.kind === 'malformed' ? 502 : result.failure.status, retryAfterMs };
}

function dataOf<T>(answer: Answer<{ data: T }>): Answer<T> {
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}
