import { CALLS } from '#contract/calls.ts';
import { callApi } from './call-api.ts';
import type { ApiResult } from './result.ts';

/** The receipt of an upload as a file to keep; docs/receipts.md has its format. */
export async function fetchReceiptFile(session: string): Promise<ApiResult<{ name: string; text: string }>> {
  const receipt = await callApi(CALLS.receipt, { params: { session } });
  if (!receipt.ok) return receipt;
  return { ok: true, value: { name: `lightship-receipt-${session}.json`, text: `${JSON.stringify(receipt.value, null, 2)}\n` } };
}
