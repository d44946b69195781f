import { ApiFailureError } from '#api/result.ts';

/** A team role may hold the permission; what reaches beyond the team also requires a platform administrator. */
export const isNotForYou = (error: Error | null): boolean =>
  error instanceof ApiFailureError && error.failure.kind === 'refused' && error.failure.code === 'not_allowed';
