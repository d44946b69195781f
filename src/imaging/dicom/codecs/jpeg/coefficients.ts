import { CodecFault } from '#imaging/dicom/codecs/codec.ts';
import type { FrameComponent, FrameHeader } from './segments.ts';

/** Position in the 8 x 8 block of each coefficient in coding order (T.81 figure A.6). */
export const ZIGZAG = Uint8Array.of(
  ...[0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28],
  ...[35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
);

/** Quantized coefficients of one component, block by block, each 8 x 8 row by row. */
export interface Plane {
  component: FrameComponent;
  /** Samples of this component (T.81 A.1.1). */
  width: number;
  height: number;
  /** Blocks that hold a sample; a scan of only this component covers these. */
  blocksAcross: number;
  blocksDown: number;
  /** Blocks per line as stored: padded to whole MCUs. */
  stride: number;
  coefficients: Int16Array;
}

/**
 * Allocates the coefficients of a frame. Every block takes at least two bits of a sequential stream and one of a progressive one: a shorter
 * stream is refused before anything is allocated.
 */
export function createPlanes({ components, rows, columns }: FrameHeader, streamLength: number): Plane[] {
  const mostAcross = Math.max(...components.map(({ across }) => across));
  const mostDown = Math.max(...components.map(({ down }) => down));
  const mcusAcross = Math.ceil(columns / (8 * mostAcross));
  const mcusDown = Math.ceil(rows / (8 * mostDown));
  const blocks = components.reduce((sum, { across, down }) => sum + mcusAcross * across * mcusDown * down, 0);
  if (blocks > streamLength * 8) throw new CodecFault('damaged');
  return components.map((component) => {
    const width = Math.ceil((columns * component.across) / mostAcross);
    const height = Math.ceil((rows * component.down) / mostDown);
    const stride = mcusAcross * component.across;
    return {
      component,
      width,
      height,
      blocksAcross: Math.ceil(width / 8),
      blocksDown: Math.ceil(height / 8),
      stride,
      coefficients: new Int16Array(stride * mcusDown * component.down * 64),
    };
  });
}
