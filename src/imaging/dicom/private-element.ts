import type { ElementValues } from './element-values.ts';
import type { Element, ElementSet } from './sequences.ts';

/** An element of a vendor, whose block number differs from file to file. */
export interface PrivatePlace {
  creator: string;
  group: number;
  /** Low byte of the element number. */
  element: number;
}

/** Private blocks are found by their creator (PS3.5 7.8.1). */
export function privateElement(top: ElementSet, values: ElementValues, { creator, group, element }: PrivatePlace): Element | undefined {
  for (let block = 0x10; block <= 0xff; block += 1) {
    const creatorTag = group * 0x10000 + block;
    if (!top.get(creatorTag)) {
      // Blocks are taken from 0x10 on; a few empty places are passed over, not all 240.
      if (block > 0x1f) return undefined;
      continue;
    }
    if (values.text(top, creatorTag) === creator) return top.get(group * 0x10000 + block * 0x100 + element);
  }
  return undefined;
}
