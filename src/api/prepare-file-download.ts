import { CALLS } from '#contract/calls.ts';
import { basesFor } from './bases.ts';
import { callApi } from './call-api.ts';
import { readCredentials } from './credentials.ts';
import type { ApiResult } from './result.ts';

/** PCALL-206: as `prepareDownload`, for entries of an area. */
export async function prepareFileDownload(paths: readonly string[]): Promise<ApiResult<string>> {
  const prepared = await callApi(CALLS.prepareFileDownload, { body: { paths: [...paths] } });
  if (!prepared.ok) return prepared;
  return { ok: true, value: new URL(prepared.value.url, basesFor(await readCredentials()).api).href };
}
