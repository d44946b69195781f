import { boundsOf, isEmpty } from '#imaging/mask/bits/bits.ts';
import { writeSegmentation } from '#imaging/mask/interchange/dicom/write-segmentation.ts';
import { emptySegments, exportedFiles, partName, type DrawnMask, type LeavingSegment } from './export-parts.ts';
import type { MaskExport, MaskExported } from './export-types.ts';

/** As DICOM segmentations. What they name of the study, the series and the patient is what the images say. */
export async function exportDicom(
  { grid, imageOf }: DrawnMask,
  { fileName, dicom }: MaskExport,
  segments: readonly LeavingSegment[],
): Promise<MaskExported> {
  if (grid.slices.some(({ sop }) => sop === '')) return { ok: false, why: 'not-dicom' };
  const drawn = segments.find(({ bits }) => !isEmpty(bits))!;
  const image = await imageOf(boundsOf(drawn.bits)!.from[2]);
  if (image === null || image.description.type === 'nii') return { ok: false, why: 'unread' };
  const { seriesInstanceUid, sopClassUid, patientId, studyDate } = image.description;
  const frames = Map.groupBy(grid.slices, ({ sop }) => sop);
  const uuids: string[] = [];
  const written = writeSegmentation({
    ...dicom,
    study: { ...dicom.study, date: studyDate, patientId },
    ...{ grid, seriesInstanceUid, sopClassUid, series: crypto.randomUUID(), dimensions: crypto.randomUUID() },
    framesOf: (sop) => frames.get(sop)?.length ?? 1,
    segments: segments.map(({ uuid, ...rest }) => ({ ...rest, segment: uuid, algorithm: null })),
    instance: (index) => (uuids[index] ??= crypto.randomUUID()),
  });
  if (!written.ok) return written;
  const { files } = written;
  const named = files.map(({ bytes }, part) => {
    return { name: `${partName(fileName, part, files.length)}.dcm`, type: 'application/dicom', bytes };
  });
  return exportedFiles(named, { parts: files.length, left: emptySegments(segments) });
}
