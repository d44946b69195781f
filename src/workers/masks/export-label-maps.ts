import type { Grid } from '#contract/grids.ts';
import { isEmpty } from '#imaging/mask/bits/bits.ts';
import { writeLabelMaps } from '#imaging/mask/interchange/nifti/write-label-map.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { emptySegments, exportedFiles, partName, type LeavingSegment } from './export-parts.ts';
import type { ExportedFile, MaskExport, MaskExported } from './export-types.ts';

/** As NIfTI label maps, each with names and colours for ITK-SNAP (.txt) and 3D Slicer (.ctbl) beside it. */
export async function exportLabelMaps(
  grid: Grid,
  { fileName }: MaskExport,
  segments: readonly LeavingSegment[],
  onPart: (part: number) => void,
): Promise<MaskExported> {
  const space = voxelSpaceOf(grid);
  if (space === null) return { ok: false, why: 'no-volume' };
  const maps = writeLabelMaps(
    segments.filter(({ bits }) => !isEmpty(bits)),
    space,
  );
  const files: ExportedFile[] = [];
  for (const [part, { nifti, snapLabels, slicerColours }] of maps.files.entries()) {
    onPart((part + 0.5) / (maps.files.length + 0.5));
    const name = partName(fileName, part, maps.files.length);
    files.push(
      { name: `${name}.nii.gz`, type: 'application/gzip', bytes: await gzip(nifti) },
      { name: `${name}.txt`, type: 'text/plain', bytes: new TextEncoder().encode(snapLabels) },
      { name: `${name}.ctbl`, type: 'text/plain', bytes: new TextEncoder().encode(slicerColours) },
    );
  }
  return exportedFiles(files, { parts: maps.files.length, left: emptySegments(segments), isSheared: maps.isSheared });
}

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
