import type { ApiFailure } from './result.ts';

/** `{'team.slug': 'Already taken'}`: what a refusal says of single fields, the first word of each. */
export function fieldErrors(failure: ApiFailure): Record<string, string> {
  if (failure.kind !== 'refused' || failure.errors === undefined) return {};
  return Object.fromEntries(Object.entries(failure.errors).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first]])));
}
