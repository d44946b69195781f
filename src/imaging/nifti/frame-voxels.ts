import type { Frame, Samples } from '#imaging/frame.ts';

/** Slope and intercept from stored values to values (PS3.3 C.11.1, and scl_slope, scl_inter of nifti1.h). */
export interface Scaling {
  slope: number;
  intercept: number;
}

/** The nifti1.h datatype that holds a frame unchanged; floats if the frames have no common scaling. */
export function frameDatatype(frame: Frame, scaling: Scaling | null): { code: number; bytesPerVoxel: number } {
  if (frame.kind === 'rgb') return { code: RGB24, bytesPerVoxel: 3 };
  if (!scaling) return { code: FLOAT32, bytesPerVoxel: 4 };
  return { code: integerOrFloat(frame.samples), bytesPerVoxel: frame.samples.BYTES_PER_ELEMENT };
}

const RGB24 = 128;
const FLOAT32 = 16;

function integerOrFloat(samples: Samples): number {
  if (samples instanceof Uint8Array) return 2;
  if (samples instanceof Int8Array) return 256;
  if (samples instanceof Uint16Array) return 512;
  if (samples instanceof Int16Array) return 4;
  if (samples instanceof Uint32Array) return 768;
  if (samples instanceof Int32Array) return 8;
  return samples instanceof Float32Array ? FLOAT32 : 64;
}

/** Copies a frame into the bytes of its slice, lowest row first; rescaled to floats if it has a separate scaling. */
export function writeFrame(slice: Uint8Array, frame: Frame, own: Scaling | null): void {
  const numbers = frame.kind === 'rgb' || !own ? frame.samples : rescaled(frame.samples, own);
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const rowBytes = bytes.length / frame.rows;
  for (let row = 0; row < frame.rows; row += 1) {
    slice.set(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), (frame.rows - 1 - row) * rowBytes);
  }
}

function rescaled(samples: Samples, { slope, intercept }: Scaling): Float32Array {
  return Float32Array.from(samples, (value) => value * slope + intercept);
}
