import { callApi } from '#api/call-api.ts';
import { CALLS, type AnswerOf, type Calls } from '#contract/calls.ts';

/** The platform administrator's information about this server; null if it cannot be reached. */
export async function fetchSite(): Promise<AnswerOf<Calls['site']> | null> {
  const answer = await callApi(CALLS.site, { quiet: true });
  return answer.ok ? answer.value : null;
}
