/** How a voxel is stored. Real numbers have one sample, colours three (or four, with opacity last). */
export interface NiftiDatatype {
  name: 'uint8' | 'int8' | 'uint16' | 'int16' | 'uint32' | 'int32' | 'uint64' | 'int64' | 'float32' | 'float64' | 'rgb24' | 'rgba32';
  bytesPerVoxel: number;
  samplesPerVoxel: 1 | 3 | 4;
}

/** By its code in the header (nifti1.h, DT_*). */
export function niftiDatatype(code: number): NiftiDatatype | null {
  return READABLE.get(code) ?? null;
}

const READABLE: ReadonlyMap<number, NiftiDatatype> = new Map([
  [2, { name: 'uint8', bytesPerVoxel: 1, samplesPerVoxel: 1 }],
  [4, { name: 'int16', bytesPerVoxel: 2, samplesPerVoxel: 1 }],
  [8, { name: 'int32', bytesPerVoxel: 4, samplesPerVoxel: 1 }],
  [16, { name: 'float32', bytesPerVoxel: 4, samplesPerVoxel: 1 }],
  [64, { name: 'float64', bytesPerVoxel: 8, samplesPerVoxel: 1 }],
  [128, { name: 'rgb24', bytesPerVoxel: 3, samplesPerVoxel: 3 }],
  [256, { name: 'int8', bytesPerVoxel: 1, samplesPerVoxel: 1 }],
  [512, { name: 'uint16', bytesPerVoxel: 2, samplesPerVoxel: 1 }],
  [768, { name: 'uint32', bytesPerVoxel: 4, samplesPerVoxel: 1 }],
  [1024, { name: 'int64', bytesPerVoxel: 8, samplesPerVoxel: 1 }],
  [1280, { name: 'uint64', bytesPerVoxel: 8, samplesPerVoxel: 1 }],
  [2304, { name: 'rgba32', bytesPerVoxel: 4, samplesPerVoxel: 4 }],
]);

/** Defined by the standard but not read: they cannot be shown as images. */
export const UNREAD_DATATYPES: ReadonlyMap<number, 'binary' | 'complex' | 'float128'> = new Map([
  [1, 'binary'],
  [32, 'complex'],
  [1536, 'float128'],
  [1792, 'complex'],
  [2048, 'complex'],
]);
