import { ApiFailureError } from './result.ts';

/** The status of what failed, to be shown. An answer that came and could not be read has one too, which says nothing of what failed. */
export function failureStatus(error: unknown): number | undefined {
  if (!(error instanceof ApiFailureError) || error.failure.kind === 'malformed') return undefined;
  return 'status' in error.failure ? error.failure.status : undefined;
}

/** What was asked for does not exist, or not for this user: asking again does not help. */
export const isGone = (error: Error | null): boolean =>
  error instanceof ApiFailureError && error.failure.kind === 'refused' && ['not_found', 'not_allowed'].includes(error.failure.code ?? '');
