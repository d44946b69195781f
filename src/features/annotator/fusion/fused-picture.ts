import { isNoSlice } from '#model/pictures/no-slice.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { ViewWindow } from '#ui/viewer/types.ts';
import { paintPicture, type Voxels } from '#workers/voxels/handle.ts';
import type { SampledPlane } from '#workers/voxels/types.ts';

/** What is to be shown over a picture: an open series, at the places of its pixels. */
export interface WantedFusion {
  id: number;
  /** Of the picture beneath, in the coordinates of the series. */
  plane: ImagePlane;
  /** Of the values of the series. */
  unit: string | undefined;
  window: ViewWindow;
  /** How much of the series is here, in percent: before all of it, a picture may be that of a lower resolution. */
  loaded: number;
}

export interface FusedOnScreen {
  picture: SampledPlane;
  /** As large as the picture beneath. */
  canvas: HTMLCanvasElement;
}

/** The picture of one series at the places of another one's. While the next one is sampled, none is shown: it would lie elsewhere. */
export class FusedPicture {
  readonly #voxels: Pick<Voxels, 'planeOn'>;
  readonly #onChange: () => void;
  readonly #canvas = document.createElement('canvas');
  #wanted: WantedFusion | null = null;
  #sampled: { of: WantedFusion; picture: SampledPlane } | null = null;
  #painted: { picture: SampledPlane; window: ViewWindow } | null = null;
  #isBusy = false;

  constructor(voxels: Pick<Voxels, 'planeOn'>, onChange: () => void) {
    this.#voxels = voxels;
    this.#onChange = onChange;
  }

  /** Null while it is not there. */
  show(wanted: WantedFusion | null): FusedOnScreen | null {
    this.#wanted = wanted;
    if (wanted === null) return null;
    const sampled = this.#sampled;
    const isThere = sampled !== null && isSamePlace(sampled.of, wanted);
    if ((!isThere || sampled.of.loaded !== wanted.loaded) && !this.#isBusy) void this.#sample().catch(reportError);
    if (!isThere) return null;
    this.#paint(sampled.picture, wanted.window);
    return { picture: sampled.picture, canvas: this.#canvas };
  }

  end(): void {
    this.#wanted = null;
  }

  async #sample(): Promise<void> {
    const of = this.#wanted;
    if (of === null) return;
    this.#isBusy = true;
    try {
      const picture = await this.#voxels.planeOn(of.id, of.plane);
      this.#sampled = isNoSlice(picture) ? null : { of, picture };
    } finally {
      this.#isBusy = false;
    }
    if (this.#wanted === null) return;
    if (this.#sampled !== null) this.#onChange();
    if (this.#wanted !== null && !isSamePlace(this.#wanted, of)) await this.#sample();
  }

  #paint(picture: SampledPlane, window: ViewWindow): void {
    if (this.#painted?.picture === picture && this.#painted.window === window) return;
    const { pixels, width, height } = paintPicture(picture, { window, isInverted: false, isHot: true }, null);
    for (let at = 0; at < pixels.length; at += 4) pixels[at + 3] = Math.min(pixels[at + 3]!, pixels[at]! * FADES_BELOW);
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
    this.#canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
    this.#painted = { picture, window };
  }
}

/** What takes up little must not darken the picture beneath: the first quarter of the reds fades out. */
const FADES_BELOW = 4;

function isSamePlace(a: WantedFusion, b: WantedFusion): boolean {
  return a.id === b.id && a.unit === b.unit && (a.plane === b.plane || JSON.stringify(a.plane) === JSON.stringify(b.plane));
}
