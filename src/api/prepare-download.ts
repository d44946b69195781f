import { CALLS, type BodyOf, type Calls } from '#contract/calls.ts';
import { basesFor } from './bases.ts';
import { callApi } from './call-api.ts';
import { readCredentials } from './credentials.ts';
import type { ApiResult } from './result.ts';

export type WantedDownload = BodyOf<Calls['prepareDownload']>;

/** An address that the browser may fetch once, within a minute, without showing who it is. */
export async function prepareDownload(wanted: WantedDownload): Promise<ApiResult<string>> {
  const prepared = await callApi(CALLS.prepareDownload, { body: wanted });
  if (!prepared.ok) return prepared;
  return { ok: true, value: new URL(prepared.value.url, basesFor(await readCredentials()).api).href };
}
