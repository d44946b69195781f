import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import { boundsOf, boxSize } from '#imaging/mask/bits/bits.ts';
import { nonOverlappingSets, type ExportedSegment } from '#imaging/mask/interchange/exported-segment.ts';
import { isPerpendicular } from '#imaging/mask/tools/margins/grow-shrink.ts';
import { writeNiftiHeader } from '#imaging/nifti/write-nifti.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { length } from '#model/pictures/vector.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { writeSlicerColours, writeSnapLabels } from './label-texts.ts';

export interface LabelMap {
  /** NIfTI-1, not compressed. */
  nifti: Uint8Array<ArrayBuffer>;
  /** For ITK-SNAP, and for 3D Slicer. */
  snapLabels: string;
  slicerColours: string;
  segments: readonly ExportedSegment[];
}

export interface LabelMaps {
  /** More than one if segments overlap: a voxel has one value. */
  files: LabelMap[];
  /** The gantry was tilted. NIfTI holds that, but programs built on ITK, 3D Slicer and ITK-SNAP among them, refuse or straighten it. */
  isSheared: boolean;
}

/** Segments as label maps on their grid: voxel for voxel in its order. Throws if a value is not from 1 to 65,535 or is used twice. */
export function writeLabelMaps(segments: readonly ExportedSegment[], space: VoxelSpace): LabelMaps {
  const values = segments.map(({ value }) => value);
  const areValues = values.every((value) => Number.isInteger(value) && value >= 1 && value <= 0xffff);
  if (!areValues || new Set(values).size < values.length) throw new RangeError('A label map cannot have these values');
  const files = nonOverlappingSets(segments).map((each) => ({
    nifti: niftiOf(each, space),
    snapLabels: writeSnapLabels(each),
    slicerColours: writeSlicerColours(each),
    segments: each,
  }));
  return { files, isSheared: !isPerpendicular(space.steps) };
}

/** DT_UINT8 and DT_UINT16 of nifti1.h. */
const UINT8 = 2;
const UINT16 = 512;

function niftiOf(segments: readonly ExportedSegment[], { size, origin, steps }: VoxelSpace): Uint8Array<ArrayBuffer> {
  const isSmall = segments.every(({ value }) => value <= 0xff);
  const [i, j, k, at] = [...steps, origin].map(toRas) as [Vector, Vector, Vector, Vector];
  const header = writeNiftiHeader({
    dims: size,
    datatype: isSmall ? UINT8 : UINT16,
    pixdim: steps.map(length),
    sform: [0, 1, 2].map((axis) => [i[axis]!, j[axis]!, k[axis]!, at[axis]!]),
    description: 'Lightship',
  });
  const bytesPerVoxel = isSmall ? 1 : 2;
  const bytes = new Uint8Array(header.length + size[0] * size[1] * size[2] * bytesPerVoxel);
  bytes.set(header);
  for (const { bits, value } of segments) {
    const box = boundsOf(bits);
    if (box === null) continue;
    const mask = boxToBytes(bits, box);
    const [columns, rows, slices] = boxSize(box);
    for (let slice = 0; slice < slices; slice += 1)
      for (let row = 0; row < rows; row += 1) {
        const to = ((slice + box.from[2]) * size[1] + row + box.from[1]) * size[0] + box.from[0];
        const from = (slice * rows + row) * columns;
        for (let column = 0; column < columns; column += 1) {
          if (mask[from + column] === 0) continue;
          const place = header.length + (to + column) * bytesPerVoxel;
          bytes[place] = value & 0xff;
          if (!isSmall) bytes[place + 1] = value >> 8;
        }
      }
  }
  return bytes;
}

/** DICOM counts x towards the left and y towards the back, NIfTI the opposite. Sums, to avoid a negative 0. */
const toRas = ([x, y, z]: Vector): Vector => [0 - x, 0 - y, z];
