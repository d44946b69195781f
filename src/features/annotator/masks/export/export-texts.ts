import type { MaskExported, MaskExportRefusal, MaskFormat } from '#workers/masks/types.ts';

export const EXPORT_TEXTS = {
  progress: 'How much is exported',
  nothing: 'Nothing is drawn, so there is nothing to export.',
  failed: 'The segmentation could not be exported.',
} as const;

export const MASK_FORMATS: readonly { value: MaskFormat; label: string }[] = [
  { value: 'seg', label: 'DICOM SEG' },
  { value: 'nifti', label: 'NIfTI' },
  { value: 'stl', label: 'STL' },
  { value: 'csv', label: 'CSV' },
];

const REFUSED: Record<MaskExportRefusal, string> = {
  closed: 'The segmentation was closed. Nothing was exported.',
  empty: EXPORT_TEXTS.nothing,
  unread: 'Not all images of the series are on this device and read. Nothing was exported.',
  'no-volume': 'The slices of this series make no volume, which this format needs. Nothing was exported.',
  'not-dicom': 'The series is a NIfTI volume, which a DICOM SEG cannot refer to. Nothing was exported.',
  'no-position': 'A slice of the series has no position, orientation or pixel spacing, which a DICOM SEG needs. Nothing was exported.',
  planes: 'The slices of the series differ in size, spacing or orientation, which a DICOM SEG cannot hold. Nothing was exported.',
};

export const exportRefusedText = (why: MaskExportRefusal): string => REFUSED[why];
export const segmentEmptyText = (name: string): string => `${name} is empty, so it has no surface to export.`;

/** What was saved, and what is to be known of it. `nameOf`: what a segment of a UUID is called. */
export function exportedText(
  format: MaskFormat,
  { files, parts, left, isSheared, isWithoutValues }: Extract<MaskExported, { ok: true }>,
  { nameOf, isWithoutCodes }: { nameOf: (uuid: string) => string; isWithoutCodes: boolean },
): string {
  const saved =
    files.length === 1
      ? `Saved ${files[0]!.name}.`
      : `Saved ${files.length} files: ${files.map(({ name }) => name).join(', ')}. The browser may ask whether several files may be saved.`;
  const said = [
    parts > 1 && `Segments overlap, so there are ${parts} ${format === 'seg' ? 'DICOM SEG files' : 'label maps'}.`,
    left.length > 0 && `Empty and not in it: ${left.map(nameOf).join(', ')}.`,
    isSheared && '3D Slicer and ITK-SNAP may refuse or straighten it, because the gantry was tilted.',
    isWithoutValues && 'The images are in colour, so the table has no values.',
    format === 'seg' && isWithoutCodes && 'The codes of the structure are not on this device, so they are not in it.',
  ].filter((sentence) => sentence !== false);
  return [saved, ...said].join(' ');
}
