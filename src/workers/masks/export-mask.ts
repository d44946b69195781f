import type { Grid } from '#contract/grids.ts';
import { emptyBits, isEmpty } from '#imaging/mask/bits/bits.ts';
import { surfaceOf } from '#imaging/mask/surfaces/surface.ts';
import { writeStl } from '#imaging/mask/surfaces/write-stl.ts';
import { gridSize, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { exportDicom } from './export-dicom.ts';
import { exportLabelMaps } from './export-label-maps.ts';
import { exportedFiles, type DrawnMask, type LeavingSegment } from './export-parts.ts';
import { exportStatistics } from './export-statistics.ts';
import type { MaskExport, MaskExported } from './export-types.ts';

/** A segmentation as files. `onPart`: how much is done, from 0 to 1. */
export async function exportMask(mask: DrawnMask, request: MaskExport, onPart: (part: number) => void): Promise<MaskExported> {
  const segments = request.segments.map((segment, at): LeavingSegment => {
    return { ...segment, value: at + 1, bits: mask.segments.get(segment.uuid) ?? emptyBits(gridSize(mask.grid)) };
  });
  if (segments.every(({ bits }) => isEmpty(bits))) return { ok: false, why: 'empty' };
  switch (request.format) {
    case 'seg':
      return exportDicom(mask, request, segments);
    case 'nifti':
      return exportLabelMaps(mask.grid, request, segments, onPart);
    case 'stl':
      return exportSurface(mask.grid, request, segments);
    case 'csv':
      return exportStatistics(mask, request, segments, onPart);
  }
}

function exportSurface(grid: Grid, { fileName, chosen }: MaskExport, segments: readonly LeavingSegment[]): MaskExported {
  const segment = segments.find(({ uuid }) => uuid === chosen);
  if (segment === undefined || isEmpty(segment.bits)) return { ok: false, why: 'empty' };
  const space = voxelSpaceOf(grid);
  if (space === null) return { ok: false, why: 'no-volume' };
  const bytes = writeStl(surfaceOf(segment.bits, space));
  return exportedFiles([{ name: `${fileName}-segment-${segment.value}.stl`, type: 'model/stl', bytes }]);
}
