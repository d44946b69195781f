import type { FindingSaid, FindingSeverity } from '#contract/quality.ts';

/** A finding before it is stored. */
export interface Found {
  severity: FindingSeverity;
  said: FindingSaid;
}

export const found = (severity: FindingSeverity, said: FindingSaid): Found => ({ severity, said });

type CountedOf = Extract<FindingSaid, { code: 'incomplete-acquisition' }>['of'];

/** Nothing if there is no less than expected. */
export function incomplete(of: CountedOf, expected: number, present: number): Found[] {
  return present < expected ? [found('warning', { code: 'incomplete-acquisition', of, expected, present })] : [];
}
