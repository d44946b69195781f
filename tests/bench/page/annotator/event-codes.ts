import { bitAt, type GreyPicture } from './find-blocks.ts';

/** The code that is painted over a pane: the number of an event, bit by bit from the lowest, and whether the picture is sharp. */
export interface EventCode {
  number: number;
  isSharp: boolean;
}

/** CSS pixels from the top left corner of a pane's canvas, and the side of a block. Also in the scripts of the page, which cannot import. */
export const CODE = { x: 24, block: 24, bits: 11, fromTop: 0.7 } as const;

/** The code in a picture that is `scale` times the size of the page; null if it cannot be read. `pane` is in CSS pixels. */
export function codeAt(picture: GreyPicture, pane: { x: number; y: number; height: number }, scale: number): EventCode | null {
  let number = 0;
  for (let bit = 0; bit <= CODE.bits; bit += 1) {
    const x = pane.x + CODE.x + (bit + 0.5) * CODE.block;
    const y = pane.y + Math.round(pane.height * CODE.fromTop) + CODE.block / 2;
    const one = bitAt(picture, x * scale, y * scale);
    if (one === null) return null;
    if (one) number |= 1 << bit;
  }
  return { number: number & ((1 << CODE.bits) - 1), isSharp: number >> CODE.bits === 1 };
}
