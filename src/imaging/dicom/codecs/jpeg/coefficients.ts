import { CodecFault } from '#imaging/dicom/codecs/codec.ts';
import type { FrameComponent, FrameHeader } from './segments.ts';

/** Where the coefficients of a block, in the order in which they are coded, stand in its 8 x 8 (T.81 figure A.6). */
export const ZIGZAG = Uint8Array.of(
  ...[0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28],
  ...[35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
);

/** Quantized coefficients of one component, block after block, each 8 x 8 row by row. */
export interface Plane {
  component: FrameComponent;
  /** Samples of this component (T.81 A.1.1). */
  width: number;
  height: number;
  /** Blocks that hold a sample; what a scan of this component alone walks. */
  blocksAcross: number;
  blocksDown: number;
  /** Blocks per line as stored: filled up to whole MCUs. */
  stride: number;
  coefficients: Int16Array;
}

/**
 * Room for the coefficients of a frame. Every block takes two bits of a sequential stream at least and one of a progressive one: a stream that
 * is shorter than that is refused before anything is allocated.
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
