import type { ElementValues } from './element-values.ts';
import type { Element, ElementSet } from './sequences.ts';

/** A private element, whose block number differs between files. */
export interface PrivatePlace {
  creator: string;
  group: number;
  /** Low byte of the element number. */
  element: number;
}

/** Private blocks are found by their private creator (PS3.5 7.8.1). */
export function privateElement(top: ElementSet, values: ElementValues, { creator, group, element }: PrivatePlace): Element | undefined {
  for (let block = 0x10; block <= 0xff; block += 1) {
    const creatorTag = group * 0x10000 + block;
    if (!top.get(creatorTag)) {
      // Blocks start at 0x10; a few gaps are skipped, not all 240.
      if (block > 0x1f) return undefined;
      continue;
    }
    if (values.text(top, creatorTag) === creator) return top.get(group * 0x10000 + block * 0x100 + element);
  }
  return undefined;
}
