import type { Registration } from '#contract/registrations.ts';
import { isRigid } from '#model/registrations/rigid.ts';
import type { Way } from '#features/annotator/station/ways.ts';

/** Those that are done, in their order: of one pair, the later one counts. What is no rotation and translation is left out. */
export function waysOf(registrations: readonly Registration[]): Way[] {
  return registrations.flatMap(({ fixed, moving, result }) =>
    result !== null && isRigid(result.matrix) ? [{ fixed: fixed.series, moving: moving.series, matrix: result.matrix }] : [],
  );
}
