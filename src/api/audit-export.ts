import { CALLS, type Calls, type QueryOf } from '#contract/calls.ts';
import { fetchBytes, isNetworkError } from './call-api.ts';
import type { ApiResult } from './result.ts';

export type WantedExport = QueryOf<Calls['exportAudit']>;

/** The export as a file. It is generated while it is sent, so its size is unknown: `onBytes` gets the number of bytes so far. */
export async function fetchAuditExport(
  query: WantedExport,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<ApiResult<{ name: string; file: Blob }>> {
  const answer = await fetchBytes(CALLS.exportAudit, { query, signal });
  if (!answer.ok) return answer;
  const { body, headers } = answer.value;
  // Not by `for await`: WebKit cannot walk a body so.
  const reader = body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      parts.push(part.value);
      onBytes((bytes += part.value.length));
    }
  } catch (error) {
    // Half an export would be taken for a whole one.
    if (signal.aborted || !isNetworkError(error)) throw error;
    return { ok: false, failure: { kind: 'network' } };
  }
  const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? `audit.${query.format ?? 'ndjson'}`;
  return { ok: true, value: { name, file: new Blob(parts, { type: headers.get('Content-Type') ?? '' }) } };
}
