import { CALLS, type AnswerOf, type Calls } from '#contract/calls.ts';
import { basesFor } from './bases.ts';
import { readAnswer } from './call-api.ts';
import { readCredentials } from './credentials.ts';
import type { ApiResult } from './result.ts';

/** A 4 MiB chunk over 64 kbit/s takes nine minutes: only a connection that is dead for longer is given up. */
const CHUNK_TIMEOUT_MS = 15 * 60_000;

/** The upload host answered in this context: where it cannot be reached at all (its name is unknown here), the page's own host takes over. */
let uploadHostWorks = true;

/**
 * CALL-043: one fixed URL and the given headers, so that the browser asks for permission once per max-age and not per chunk; the body a
 * Blob, which the browser streams. On the upload host, so that pages never wait for a lane.
 */
export async function sendChunk(
  body: Blob,
  { uploadToken, started }: { uploadToken: string; started: number },
): Promise<ApiResult<AnswerOf<Calls['sendChunk']>>> {
  const credentials = await readCredentials();
  const own = basesFor(credentials).services;
  const first = uploadHostWorks && credentials ? `${credentials.uploadBase}/services` : own;
  const headers = {
    Authorization: `Bearer ${uploadToken}`,
    Upload: String(started),
    ...(credentials?.team ? { Team: credentials.team } : {}),
  };
  const response = (await post(first, body, headers)) ?? (first === own ? null : await post(own, body, headers));
  if (!response) return { ok: false, failure: { kind: 'network' } };
  if (first !== own && new URL(response.url).origin !== new URL(first).origin) uploadHostWorks = false;
  return (await readAnswer(CALLS.sendChunk, response)) as ApiResult<AnswerOf<Calls['sendChunk']>>;
}

async function post(base: string, body: Blob, headers: Record<string, string>): Promise<Response | null> {
  try {
    return await fetch(`${base}/${CALLS.sendChunk.path}`, {
      method: 'POST',
      body,
      headers,
      credentials: 'omit',
      signal: AbortSignal.timeout(CHUNK_TIMEOUT_MS),
    });
  } catch {
    return null;
  }
}
