import { callApi, fetchBytes } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import type { BatchResult, BatchSeries } from '#contract/batch.ts';
import { CALLS } from '#contract/calls.ts';
import type { Pixels } from '#ui/upload/TileCanvas.tsx';
import type { Asked, SessionServer } from './follow-session.ts';
import { TEXTS } from '#features/legacy-upload/texts.ts';
import { valuesToPicture } from '#features/legacy-upload/steps/values-to-picture.ts';

/** The calls of one session, in addition to those that the sender makes for every upload. */
export function sessionServer(session: string): SessionServer {
  return {
    begin: () => readBatch(session, {}),
    ask: () => readBatch(session, { check: '1' }),
    async check(studyUuids) {
      const answer = await callApi(CALLS.batchUpload, { body: { action: 'check-status', studies: [...studyUuids] }, quiet: true });
      return asked(answer, (value) => ('data' in value ? value.data : null));
    },
  };
}

/** CALL-044 with the password of an archive; the reading starts again. */
export async function unlock(session: string, name: string, password: string): Promise<Asked<false | BatchResult>> {
  const answer = await callApi(CALLS.readBatch, { params: { session }, body: { passwords: { [name]: password } } });
  return asked(answer, ({ result }) => result);
}

/** `reading`: a password was entered, here or in another tab, and the server is still reading what it opens. */
export type Moved = { ok: true } | { ok: false; why: 'reading' } | { ok: false; why: 'refused'; message: string };

/** CALL-047. Repeating it moves nothing twice. */
export async function moveToStudies(
  session: string,
  chosen: { studies: { uuid: string; bodyPart: string }[]; series: { uuid: string; upload_id: string }[] },
): Promise<Moved> {
  const answer = await callApi(CALLS.batchUpload, { body: { action: 'move', session_id: session, ...chosen } });
  if (answer.ok) return { ok: true };
  const { failure } = answer;
  if (failure.kind === 'refused' && failure.code === 'series_incomplete') return { ok: false, why: 'reading' };
  return { ok: false, why: 'refused', message: failure.kind === 'refused' ? failure.message : TEXTS.noAnswer };
}

async function readBatch(session: string, query: { check?: '1' }): Promise<Asked<false | BatchResult>> {
  return asked(await callApi(CALLS.readBatch, { params: { session }, query, body: {}, quiet: true }), ({ result }) => result);
}

/** `read`: null if the answer belongs to another use of the same path. */
function asked<T, Value>(answer: ApiResult<T>, read: (value: T) => Value | null): Asked<Value> {
  if (answer.ok) {
    const value = read(answer.value);
    return value === null ? { kind: 'failed' } : { kind: 'answer', value };
  }
  const { failure } = answer;
  if (failure.kind === 'network') return { kind: 'away' };
  if (failure.kind === 'malformed') return { kind: 'failed' };
  if (failure.status === 401) return { kind: 'away' };
  // Missing or incomplete on the server: what is missing is sent again.
  return { kind: failure.status === 404 || failure.code === 'series_incomplete' ? 'forgotten' : 'failed' };
}

/** CALL-046 (PREV-013). The server decodes one picture at a time, so requests are sequential; null if there is none. */
export function readPicture(session: string, series: BatchSeries, signal: AbortSignal): Promise<Pixels | null> {
  const mine = lastPicture.then(async () => (signal.aborted ? null : drawPicture(session, series, signal)));
  lastPicture = mine.catch(() => null);
  return mine;
}

let lastPicture: Promise<unknown> = Promise.resolve();

async function drawPicture(
  session: string,
  { file, numberOfFrames, columns, rows }: BatchSeries,
  signal: AbortSignal,
): Promise<Pixels | null> {
  const body = { file, numberOfFrames, columns, rows };
  const answer = await fetchBytes(CALLS.batchPixels, { params: { session }, body, signal, quiet: true });
  if (!answer.ok) return null;
  const { headers } = answer.value;
  const bytes = await answer.value.arrayBuffer();
  const values = new Int16Array(bytes, 0, Math.floor(bytes.byteLength / 2));
  return valuesToPicture({ values, columns: Number(headers.get('X-Columns')), rows: Number(headers.get('X-Rows')) });
}
