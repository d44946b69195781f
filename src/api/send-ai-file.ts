import { CALLS } from '#contract/calls.ts';
import { basesFor } from './bases.ts';
import { isNetworkError, pathOf, readAnswer } from './call-api.ts';
import { readCredentials } from './credentials.ts';
import type { ApiResult } from './result.ts';

const GIVE_UP_MS = 120_000;

/** PCALL-150: one part of a model file. Sending it again has no effect. `sha256`: of the part. */
export async function sendAiFilePart(
  body: Blob,
  { file, part, parts, sha256, signal }: { file: string; part: number; parts: number; sha256: string; signal: AbortSignal },
): Promise<ApiResult<null>> {
  const credentials = await readCredentials();
  const path = pathOf(CALLS.sendAiFile, { uuid: file, part });
  try {
    const response = await fetch(`${basesFor(credentials).api}/${path}?${new URLSearchParams({ parts: String(parts), sha256 })}`, {
      method: CALLS.sendAiFile.method,
      body,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/octet-stream',
        ...(credentials === null ? {} : { Authorization: `Bearer ${credentials.token}` }),
        ...(credentials?.team ? { Team: credentials.team } : {}),
      },
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)]),
    });
    const answer = await readAnswer(CALLS.sendAiFile, response);
    return answer.ok ? { ok: true, value: null } : answer;
  } catch (error) {
    if (signal.aborted || !isNetworkError(error)) throw error;
    return { ok: false, failure: { kind: 'network' } };
  }
}
