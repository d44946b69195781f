import type { OpenMask } from '#workers/masks/open-mask.ts';
import type { Drawn, MaskSource, NoMask } from '#workers/masks/types.ts';
import type { AddedBits } from './adding-operations.ts';

export interface ReachedMasks {
  opened(segmentation: string): { mask: OpenMask } | null;
  /** A mask that no pane shows, not opened yet. */
  another(source: MaskSource): Promise<OpenMask>;
}

/** Adds bits to a mask, whether it is open or not. `tool`: as the history calls it. */
export async function addToMask(
  masks: ReachedMasks,
  to: MaskSource,
  added: readonly AddedBits[],
  tool: string,
  beforeStored: () => Promise<void>,
): Promise<Drawn | { ok: false; why: NoMask['noMask'] }> {
  const shown = masks.opened(to.segmentation);
  if (shown !== null) return shown.mask.add(added, [], beforeStored, tool);
  const mask = await masks.another(to);
  try {
    const answer = await mask.open();
    if ('noMask' in answer) return { ok: false as const, why: answer.noMask };
    return await mask.add(added, [], beforeStored, tool);
  } finally {
    mask.close();
  }
}
