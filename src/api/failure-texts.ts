import { t } from '#language/t.ts';
import { failureStatus } from './failure-status.ts';
import type { ApiFailure } from './result.ts';

/** What failed, with the server's code if it returned one. */
export function withStatus(words: string, error: unknown): string {
  const status = failureStatus(error);
  return status === undefined ? words : `${words}: ${status}`;
}

export const MALFORMED_ANSWER = t('The server sent an answer that this page does not understand. Reload the page.');

/** Why a change was not made: the fact, then the next step. `refusals` has other words for codes of the server. */
export function changeFailureText(failure: ApiFailure, refusals: Partial<Record<string, string>> = {}): string {
  if (failure.kind === 'network')
    return t('The server could not be reached, so the change may not have been made. Check again when the network is back.');
  if (failure.kind === 'malformed') return MALFORMED_ANSWER;
  return (failure.code !== null && refusals[failure.code]) || failure.message;
}

/** For `refusals`, where a list is read again after each change. */
export const DELETED_MEANWHILE = t('This was deleted in the meantime. The list is up to date again.');
