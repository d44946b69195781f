import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { maskOutline } from '#model/overlays/mask-outline.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { FIRST_LOOK } from '#features/annotator/overlays/layer-look.ts';
import { maskOnPlane } from '#workers/inference/handle.ts';
import type { Bits } from '#workers/inference/types.ts';
import type { ShownMask } from './mask-store.ts';

/** A segment as it would be. */
interface Proposed {
  segment: string;
  colour: string;
  space: VoxelSpace;
  bits: Bits;
  /** A light fill beside the dashed line. */
  isFilled?: true;
}

export const NO_MASKS: readonly ShownMask[] = [];
/** Pictures of which the lines are kept. */
const MOST_KEPT = 24;

/** What a segment would be, dashed, on the pictures of the panes. The lines of a picture are kept until it is cleared. */
export class ProposedLines {
  readonly #lines = new Map<string, readonly ShownMask[]>();

  clear(): void {
    this.#lines.clear();
  }

  /** On a slice of the grid or a plane. `key`: of the picture. */
  over(key: string, where: { slice: number } | { plane: ImagePlane }, proposed: Proposed): readonly ShownMask[] {
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const { segment, colour, space, bits, isFilled } = proposed;
    const { mask, width, height } = maskOnPlane(bits, space, where);
    const lines = maskOutline(mask, width, height);
    const look = { ...FIRST_LOOK, drawn: 'outline' as const };
    const shown: readonly ShownMask[] =
      lines.length === 0 ? NO_MASKS : [{ segment, colour, look, lines, isPreview: true, ...(isFilled && { isFilled }) }];
    this.#lines.set(key, shown);
    const [oldest] = this.#lines.keys();
    if (this.#lines.size > MOST_KEPT && oldest !== undefined) this.#lines.delete(oldest);
    return shown;
  }
}
