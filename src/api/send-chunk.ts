import { CALLS, type AnswerOf, type Calls } from '#contract/calls.ts';
import { basesFor } from './bases.ts';
import { isNetworkError, readAnswer } from './call-api.ts';
import { readQueueOwner } from './credentials.ts';
import type { ApiResult } from './result.ts';

/**
 * Whether the upload host is a name that works here. Until it has answered once, the page's own host is asked where it does not; when that
 * answers, it takes over. Once the host has answered, a failure is the network's, and sending the body a second time would help nobody.
 */
let uploadHost: 'unknown' | 'works' | 'is-out-of-reach' = 'unknown';
/** Chunks on their way to it. */
let onUploadHost = 0;

/**
 * CALL-043: one fixed URL and the given headers, so that the browser asks for permission once per max-age and not per chunk; the body a
 * Blob, which the browser streams. On the upload host, so that pages never wait for a lane; what that has no connection left for goes to the
 * host of the pages.
 */
export async function sendChunk(
  body: Blob,
  { uploadToken, started, giveUpMs }: { uploadToken: string; started: number; giveUpMs: number },
): Promise<ApiResult<AnswerOf<Calls['sendChunk']>>> {
  const owner = await readQueueOwner();
  const headers = {
    Authorization: `Bearer ${uploadToken}`,
    Upload: String(started),
    ...(owner?.team ? { Team: owner.team } : {}),
  };
  const own = basesFor(owner).services;
  if (owner === null || uploadHost === 'is-out-of-reach') return (await post(own, body, headers, giveUpMs)) ?? NO_NETWORK;
  if (uploadHost === 'works' && onUploadHost >= UPLOAD_HOST_LANES) return (await post(own, body, headers, giveUpMs)) ?? NO_NETWORK;
  onUploadHost += 1;
  const answer = await post(`${owner.uploadBase}/services`, body, headers, giveUpMs).finally(() => (onUploadHost -= 1));
  if (answer) {
    uploadHost = 'works';
    return answer;
  }
  if (uploadHost === 'works') return NO_NETWORK;
  const ownAnswer = await post(own, body, headers, giveUpMs);
  // Another lane may have reached it meanwhile.
  if (ownAnswer && uploadHost === 'unknown') uploadHost = 'is-out-of-reach';
  return ownAnswer ?? NO_NETWORK;
}

/** A browser opens six connections to a host over HTTP/1.1. Of those to the host of the pages two are left to them. */
const UPLOAD_HOST_LANES = 6;
const OWN_HOST_LANES = 4;

/** As many as `sendChunk` has connections for. */
export async function mostLanes(): Promise<number> {
  const owner = await readQueueOwner();
  const isOwnHost = owner === null || uploadHost === 'is-out-of-reach' || new URL(owner.uploadBase).host === location.host;
  return isOwnHost ? OWN_HOST_LANES : UPLOAD_HOST_LANES + OWN_HOST_LANES;
}

const NO_NETWORK = { ok: false, failure: { kind: 'network' } } as const;

/** Null when nothing came back, or only the beginning of an answer: whether the chunk arrived is not known then. */
async function post(
  base: string,
  body: Blob,
  headers: Record<string, string>,
  giveUpMs: number,
): Promise<ApiResult<AnswerOf<Calls['sendChunk']>> | null> {
  try {
    const response = await fetch(`${base}/${CALLS.sendChunk.path}`, {
      method: 'POST',
      body,
      headers,
      credentials: 'omit',
      signal: AbortSignal.timeout(giveUpMs),
    });
    return (await readAnswer(CALLS.sendChunk, response)) as ApiResult<AnswerOf<Calls['sendChunk']>>;
  } catch (error) {
    if (!isNetworkError(error)) throw error;
    return null;
  }
}
