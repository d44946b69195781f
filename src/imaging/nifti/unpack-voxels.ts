import type { Samples } from '#imaging/frame.ts';
import type { NiftiDatatype } from './datatypes.ts';

/**
 * The consecutive numbers in `bytes`, in the byte order of the file. 64-bit integers become doubles, exact to 2^53. Non-finite values
 * become the lowest finite number, so that they are dark and affect neither window nor neighbours.
 */
export function unpackVoxels(bytes: Uint8Array, { name, bytesPerVoxel }: NiftiDatatype, isLittleEndian: boolean): Samples {
  const count = Math.floor(bytes.length / bytesPerVoxel);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (name) {
    case 'uint8':
    case 'rgb24':
    case 'rgba32':
      return bytes;
    case 'int8':
      return new Int8Array(bytes.buffer, bytes.byteOffset, count);
    case 'uint16':
      return filled(new Uint16Array(count), (index) => view.getUint16(index * 2, isLittleEndian));
    case 'int16':
      return filled(new Int16Array(count), (index) => view.getInt16(index * 2, isLittleEndian));
    case 'uint32':
      return filled(new Uint32Array(count), (index) => view.getUint32(index * 4, isLittleEndian));
    case 'int32':
      return filled(new Int32Array(count), (index) => view.getInt32(index * 4, isLittleEndian));
    case 'uint64':
      return filled(new Float64Array(count), (index) => Number(view.getBigUint64(index * 8, isLittleEndian)));
    case 'int64':
      return filled(new Float64Array(count), (index) => Number(view.getBigInt64(index * 8, isLittleEndian)));
    case 'float32':
      return allFinite(filled(new Float32Array(count), (index) => view.getFloat32(index * 4, isLittleEndian)));
    case 'float64':
      return allFinite(filled(new Float64Array(count), (index) => view.getFloat64(index * 8, isLittleEndian)));
  }
}

function filled<T extends Samples>(samples: T, read: (index: number) => number): T {
  for (let index = 0; index < samples.length; index += 1) samples[index] = read(index);
  return samples;
}

function allFinite<T extends Float32Array | Float64Array>(samples: T): T {
  let lowest = Infinity;
  let areFinite = true;
  for (const value of samples) {
    if (!Number.isFinite(value)) areFinite = false;
    else if (value < lowest) lowest = value;
  }
  if (areFinite) return samples;
  const dark = Number.isFinite(lowest) ? lowest : 0;
  for (let index = 0; index < samples.length; index += 1) if (!Number.isFinite(samples[index])) samples[index] = dark;
  return samples;
}
