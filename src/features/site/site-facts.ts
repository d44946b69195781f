import { callApi } from '#api/call-api.ts';
import { CALLS, type AnswerOf, type Calls } from '#contract/calls.ts';

/** What those who run this server say of it; null where it cannot be asked. */
export async function fetchSite(): Promise<AnswerOf<Calls['site']> | null> {
  const answer = await callApi(CALLS.site, { quiet: true });
  return answer.ok ? answer.value : null;
}
