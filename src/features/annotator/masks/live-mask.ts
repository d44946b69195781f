import { maskOutline } from '#model/overlays/mask-outline.ts';
import type { Line } from '#model/overlays/graphic.ts';

interface Point {
  x: number;
  y: number;
}

/** A brush on a picture. */
export interface Stamp {
  radiusMm: number;
  /** Size of a pixel in mm. */
  pixelMm: { width: number; height: number };
  isSet: boolean;
  /** Whether a pixel may be drawn on, by its place in the picture. */
  isAllowed: ((at: number) => boolean) | null;
}

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const NOTHING: Bounds = { left: Infinity, top: Infinity, right: -1, bottom: -1 };

/** A segment on one picture while somebody draws on it: shown before the worker has stored the stroke, and with the same pixels as its answer. */
export class LiveMask {
  readonly width: number;
  readonly height: number;
  readonly #mask: Uint8Array;
  #bounds: Bounds;
  #lines: readonly Line[] | null = null;

  /** `mask`: what is there already; null: nothing. */
  constructor(width: number, height: number, mask: Uint8Array | null) {
    [this.width, this.height] = [width, height];
    this.#mask = mask === null ? new Uint8Array(width * height) : Uint8Array.from(mask);
    this.#bounds = mask === null ? NOTHING : boundsOf(this.#mask, width, height);
  }

  /** 1 is set; row by row. */
  get mask(): Uint8Array {
    return this.#mask;
  }

  /**
   * Sets or clears the pixels whose centre is as near to a line as the radius, and those under both ends. In pixels from the centre of the first. The rule is
   * that of the engine (src/imaging/mask/tools/shapes/brush.ts), for pixels whose sides are perpendicular.
   */
  stamp(from: Point, to: Point, { radiusMm, pixelMm, isSet, isAllowed }: Stamp): void {
    const [reachX, reachY] = [Math.ceil(radiusMm / pixelMm.width), Math.ceil(radiusMm / pixelMm.height)];
    const left = Math.max(0, Math.floor(Math.min(from.x, to.x)) - reachX);
    const right = Math.min(this.width - 1, Math.ceil(Math.max(from.x, to.x)) + reachX);
    const top = Math.max(0, Math.floor(Math.min(from.y, to.y)) - reachY);
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(from.y, to.y)) + reachY);
    const [wayX, wayY] = [(to.x - from.x) * pixelMm.width, (to.y - from.y) * pixelMm.height];
    const length2 = wayX * wayX + wayY * wayY;
    const limit = radiusMm * radiusMm * (1 + ROUNDING);
    const put = (x: number, y: number): void => {
      const at = y * this.width + x;
      if (isAllowed === null || isAllowed(at)) this.#mask[at] = isSet ? 1 : 0;
    };
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const [atX, atY] = [(x - from.x) * pixelMm.width, (y - from.y) * pixelMm.height];
        const along = length2 > 0 ? Math.min(1, Math.max(0, (atX * wayX + atY * wayY) / length2)) : 0;
        const [restX, restY] = [atX - along * wayX, atY - along * wayY];
        if (restX * restX + restY * restY <= limit) put(x, y);
      }
    }
    for (const end of [from, to]) {
      const [x, y] = [Math.round(end.x), Math.round(end.y)];
      if (x >= 0 && y >= 0 && x < this.width && y < this.height) put(x, y);
    }
    if (isSet) this.#bounds = joined(this.#bounds, { left, top, right, bottom });
    this.#lines = null;
  }

  /** Its border along the edges of pixels. */
  get lines(): readonly Line[] {
    this.#lines ??= this.#outline();
    return this.#lines;
  }

  /** Only of the part that has pixels: most of a picture has none. */
  #outline(): readonly Line[] {
    const { left, top, right, bottom } = this.#bounds;
    if (right < left || bottom < top) return [];
    const [width, height] = [right - left + 1, bottom - top + 1];
    const part = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1) {
      const start = (y + top) * this.width + left;
      part.set(this.#mask.subarray(start, start + width), y * width);
    }
    return maskOutline(part, width, height).map(({ points, isClosed }) => ({
      points: points.map((place, at) => place + (at % 2 === 0 ? left : top)),
      isClosed,
    }));
  }
}

/** A pixel whose centre is exactly on the edge is in, whatever was rounded. */
const ROUNDING = 1e-9;

function joined(a: Bounds, b: Bounds): Bounds {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function boundsOf(mask: Uint8Array, width: number, height: number): Bounds {
  let bounds = NOTHING;
  for (let y = 0; y < height; y += 1) {
    const row = mask.subarray(y * width, (y + 1) * width);
    const left = row.indexOf(1);
    if (left >= 0) bounds = joined(bounds, { left, top: y, right: row.lastIndexOf(1), bottom: y });
  }
  return bounds;
}
