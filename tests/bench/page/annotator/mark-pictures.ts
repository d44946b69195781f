import type { Drawing } from './judge.ts';
import type { CODE } from './event-codes.ts';
import type { BLOCKS_AT } from './phantom.ts';
import type { Watching } from './watch-events.ts';

export interface PictureMarks {
  /** Paints the newest event that a picture shows over it, as blocks. */
  paintsCodes: boolean;
  /** Drawings of stored slices, by the number in the pixels of each. */
  slices: Drawing[];
  /** ms from the beginning of the navigation to the end of the first drawing; null: nothing was drawn yet. */
  firstMs: number | null;
}
export type Marking = { pictureMarks: PictureMarks };

interface Mark {
  number: number;
  isSharp: boolean;
}

/**
 * In the page of the product, before its code: knows which event each picture shows.
 *
 * - Slices carry their number in their pixels.
 * - A window is applied within the handler of its event, so that a picture painted on the main thread shows the newest event that was seen.
 * - A segment is drawn within the handler of its event too, on a canvas of its own.
 * - A turned plane comes from a worker by Comlink: its answer has the id of its request, and shows the newest event when that was sent.
 */
export function markPictures({ code, blocks }: { code: typeof CODE; blocks: typeof BLOCKS_AT }): void {
  const { eventWatch } = globalThis as unknown as Watching;
  const marks: PictureMarks = { paintsCodes: false, slices: [], firstMs: null };
  (globalThis as unknown as Marking).pictureMarks = marks;
  const asked = new Map<string, Mark>();
  /** Of the answer that is being handled; null while something else is. */
  let answer: Mark | null = null;
  for (const type of ['keydown', 'wheel', 'pointermove']) addEventListener(type, () => (answer = null), { capture: true, passive: true });

  const { prototype } = Worker;
  const post = prototype.postMessage as (...given: unknown[]) => void;
  prototype.postMessage = function postMessage(this: Worker, ...given: unknown[]) {
    const call = given[0] as { id?: string; path?: string[]; argumentList?: { value?: { resolution?: number } }[] } | null;
    const isPlane = call?.path?.at(-1) === 'plane';
    if (isPlane) asked.set(call!.id!, { number: eventWatch.number, isSharp: call!.argumentList?.[1]?.value?.resolution === 1 });
    post.apply(this, given);
  } as typeof prototype.postMessage;

  const listen = prototype.addEventListener as (...given: unknown[]) => void;
  prototype.addEventListener = function addEventListener(this: Worker, type: string, handle: unknown, options?: unknown) {
    const isFunction = type === 'message' && typeof handle === 'function';
    const handled = function handled(this: Worker, event: MessageEvent<{ id?: string }>) {
      const id = event.data?.id ?? '';
      answer = asked.get(id) ?? null;
      asked.delete(id);
      return (handle as (event: MessageEvent) => unknown).call(this, event);
    };
    listen.call(this, type, isFunction ? handled : handle, options);
  } as typeof prototype.addEventListener;

  /** What the canvas of each picture holds. */
  const held = new WeakMap<object, Mark & { slice: number | null }>();
  const put = CanvasRenderingContext2D.prototype.putImageData as (...given: unknown[]) => void;
  CanvasRenderingContext2D.prototype.putImageData = function putImageData(this: CanvasRenderingContext2D, ...given: unknown[]) {
    put.apply(this, given);
    held.set(this.canvas, { ...(answer ?? { number: eventWatch.number, isSharp: false }), slice: sliceIn(given[0] as ImageData) });
  } as typeof CanvasRenderingContext2D.prototype.putImageData;

  const draw = CanvasRenderingContext2D.prototype.drawImage as (...given: unknown[]) => void;
  CanvasRenderingContext2D.prototype.drawImage = function drawImage(this: CanvasRenderingContext2D, ...given: unknown[]) {
    draw.apply(this, given);
    const mark = held.get(given[0] as object);
    if (mark === undefined || this.canvas.closest('[data-pane]') === null) return;
    marks.firstMs ??= performance.now();
    if (mark.slice !== null) marks.slices.push({ number: mark.slice, atMs: performance.timeOrigin + performance.now() });
    if (marks.paintsCodes) paintCode(this, mark);
  } as typeof CanvasRenderingContext2D.prototype.drawImage;

  for (const name of ['stroke', 'fill'] as const) {
    const drawPath = CanvasRenderingContext2D.prototype[name] as (...given: unknown[]) => void;
    CanvasRenderingContext2D.prototype[name] = function marked(this: CanvasRenderingContext2D, ...given: unknown[]) {
      drawPath.apply(this, given);
      if (marks.paintsCodes && this.canvas.matches('[data-masks]')) paintCode(this, { number: eventWatch.number, isSharp: true });
    } as never;
  }

  function paintCode(context: CanvasRenderingContext2D, { number, isSharp }: Mark): void {
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    const y = Math.round(context.canvas.height * code.fromTop);
    for (let bit = 0; bit <= code.bits; bit += 1) {
      const isOne = bit === code.bits ? isSharp : ((number >> bit) & 1) === 1;
      context.fillStyle = isOne ? '#fff' : '#000';
      context.fillRect(code.x + bit * code.block, y, code.block, code.block);
    }
    context.restore();
  }

  /** As numberOf in phantom.ts, from the pixels of a whole slice. */
  function sliceIn({ width, height, data }: ImageData): number | null {
    if (width !== 512 || height !== 512) return null;
    let number = 0;
    for (let bit = 0; bit < blocks.columns; bit += 1) {
      const at = (row: number): number => {
        const [x, y] = [blocks.x + (bit + 0.5) * blocks.block, blocks.y + (row + 0.5) * blocks.block];
        return data[(Math.floor(y) * width + Math.floor(x)) * 4]!;
      };
      const [one, other] = [at(0) > 127, at(1) > 127];
      if (one === other) return null;
      if (one) number |= 1 << bit;
    }
    return number ^ blocks.mask;
  }
}
