import type { ElementValues } from './element-values.ts';
import type { ElementSet } from './scan-elements.ts';
import { TAG } from './tags.ts';

/**
 * Values that an enhanced multi-frame image keeps in functional groups (PS3.3 C.7.6.16) and a classic one at the top level: looked for at the
 * top level, then in what all frames share, then in the first frame.
 */
export interface FunctionalGroups {
  text(macro: number, tag: number): string;
  number(macro: number, tag: number): number | null;
  numbers(macro: number, tag: number): number[];
}

export function functionalGroups(top: ElementSet, values: ElementValues): FunctionalGroups {
  const shared = top.get(TAG.SharedFunctionalGroupsSequence)?.items?.[0];
  const firstFrame = top.get(TAG.PerFrameFunctionalGroupsSequence)?.items?.[0];
  return {
    text: (macro, tag) => values.text(holder(macro, tag), tag),
    number: (macro, tag) => values.number(holder(macro, tag), tag),
    numbers: (macro, tag) => values.numbers(holder(macro, tag), tag),
  };

  function holder(macro: number, tag: number): ElementSet {
    const candidates = [top, shared?.get(macro)?.items?.[0], firstFrame?.get(macro)?.items?.[0]];
    return candidates.find((set) => (set?.get(tag)?.length ?? 0) > 0) ?? top;
  }
}
