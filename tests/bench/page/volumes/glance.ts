/** Side of the small copy of a picture that is looked at. */
const SMALL = 64;

export interface Glance {
  /** ms, until the picture had been drawn: reading a pixel waits for that. */
  atMs: number;
  /** Parts of the picture that are not black, and that are in colour. */
  bright: number;
  coloured: number;
  /** Another one for each picture. */
  hash: number;
}

/**
 * Reads a canvas as soon as it has been drawn, in the same task: WebGL forgets its picture afterwards. Every contender is looked at in this way, so that drawing that
 * a browser would only do later is in each of their times.
 */
export function createGlance(): (canvas: HTMLCanvasElement) => Glance {
  const small = document.createElement('canvas');
  [small.width, small.height] = [SMALL, SMALL];
  const context = small.getContext('2d', { willReadFrequently: true })!;
  return (canvas) => {
    context.drawImage(canvas, 0, 0, SMALL, SMALL);
    const { data } = context.getImageData(0, 0, SMALL, SMALL);
    const atMs = performance.now();
    let [bright, coloured, hash] = [0, 0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
      if (Math.max(red, green, blue) > 24) bright += 1;
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 10) coloured += 1;
      hash = (Math.imul(hash, 31) + red + 3 * green + 7 * blue) | 0;
    }
    return { atMs, bright: bright / SMALL ** 2, coloured: coloured / SMALL ** 2, hash };
  };
}
