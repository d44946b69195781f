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

    bytes: async ({ kind, id }: StoredObject, range: ByteRange, signal: AbortSignal): Promise<Answer<ReceivedBytes>> => {
      const answer = await asOwner((speaker) =>
        fetchBytes(CALL_OF[kind], { params: { id: String(id) }, range, ...speaker, signal, quiet: true }),
      );
      if (!answer.ok) return answer;
      const { body, headers } = answer.value;
      return body === null ? NO_BODY : { ok: true, value: { tag: headers.get('ETag'), body } };
    },
  };
}

const CALL_OF = { volume: CALLS.volumeFile, file: CALLS.originalFile } as const;

interface StoredObject {
  kind: keyof typeof CALL_OF;
  id: number;
}

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
