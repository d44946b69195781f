import type { Bits } from '#imaging/mask/bits/bits.ts';
import { changeBetween, type Change } from '#imaging/mask/bits/change.ts';
import { combined, type Combination } from '#imaging/mask/bits/combine.ts';

/** What makes of the first segment a combination of both. The second stays as it is. */
export function booleanOf(first: Bits, second: Bits, how: Combination): Change {
  return changeBetween(first, combined(first, second, how));
}
