import { transfer } from 'comlink';
import {
  segmentByScribbles,
  type ScribbledImage,
  type ScribbledSlice,
  type ScribbleRequest,
} from '#imaging/scribbles/segment-by-scribbles.ts';
import type { OnScribbledPart, ScribbleAnswer } from './types.ts';

/** Slices go to the page together, so that it draws a few times a second. Those that are looked at do not wait. */
const PART_MS = 100;

/** Segments one image by strokes, until the worker ends. Nothing of it needs a network. */
export class ScribbleWorker {
  #image: ScribbledImage | null = null;

  open(image: ScribbledImage): void {
    this.#image = image;
  }

  /** `looked`: slices of the grid that are looked at when it begins. */
  async compute(request: ScribbleRequest, looked: readonly number[], tell: OnScribbledPart): Promise<ScribbleAnswer> {
    if (this.#image === null) throw new Error('No image is open');
    let visible = looked;
    const found = segmentByScribbles(this.#image, request, () => visible);
    if (!found.ok) return found;
    const { facts } = found;
    const total = facts.box.to[2] - facts.box.from[2] + 1;
    let slices: ScribbledSlice[] = [];
    let done = 0;
    let told = performance.now();
    for (const slice of found.slices) {
      slices.push(slice);
      done += 1;
      if (done < total && !visible.includes(slice.slice) && performance.now() - told < PART_MS) continue;
      const buffers = slices.map(({ mask }) => mask.buffer);
      const next = await tell(transfer({ facts, slices, done, total }, buffers));
      if (next === null) return { ok: true, isWhole: false };
      [visible, slices, told] = [next, [], performance.now()];
    }
    return { ok: true, isWhole: true };
  }
}
