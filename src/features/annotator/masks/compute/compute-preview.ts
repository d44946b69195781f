import type { Line } from '#model/overlays/graphic.ts';
import type { Masks, NotComputed, Previewed } from '#workers/masks/types.ts';
import type { PlaneOfSeries } from '#workers/voxels/types.ts';
import { PlaneMasks } from '#features/annotator/masks/plane-masks.ts';

/** What a computation would set, on the pictures of all panes. While its numbers change, the last answer stays on the picture. */
export class ComputePreview {
  readonly #masks: Pick<Masks, 'previewOf'>;
  readonly #onChange: () => void;
  #planes: PlaneMasks | null = null;
  #what: Previewed | null = null;
  #refusal: NotComputed | null = null;

  constructor(masks: Pick<Masks, 'previewOf'>, onChange: () => void) {
    [this.#masks, this.#onChange] = [masks, onChange];
  }

  /** Why nothing can be shown; null: nothing is to be shown, or it can be. */
  get refusal(): NotComputed | null {
    return this.#refusal;
  }

  /** Null: nothing is shown any more. */
  show(segmentation: string, what: Previewed | null): void {
    if (what === null && this.#what === null) return;
    if (what?.do !== this.#what?.do) this.#end();
    this.#what = what;
    this.#refusal = null;
    if (what !== null) this.#planes ??= this.#begin(segmentation);
    this.#planes?.outdate();
    this.#onChange();
  }

  on(pane: number, key: string, where: PlaneOfSeries): readonly Line[] {
    return this.#planes?.on(pane, key, where)?.segments[0]?.lines ?? [];
  }

  #begin(segmentation: string): PlaneMasks {
    return new PlaneMasks(async (where) => {
      const what = this.#what;
      if (what === null) return [];
      const answer = await this.#masks.previewOf(segmentation, what, where);
      if (what === this.#what) this.#refusal = answer.ok ? null : answer.why;
      return answer.ok && answer.shown !== null ? [{ segment: '', ...answer.shown }] : [];
    }, this.#onChange);
  }

  #end(): void {
    this.#planes?.end();
    this.#planes = null;
  }
}
