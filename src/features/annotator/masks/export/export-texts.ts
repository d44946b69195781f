import { t } from '#language/t.ts';
import type { MaskExported, MaskExportRefusal, MaskFormat } from '#workers/masks/types.ts';

export const EXPORT_TEXTS = {
  progress: t('How much is exported'),
  nothing: t('Nothing is drawn, so there is nothing to export.'),
  failed: t('The segmentation could not be exported.'),
} as const;

export const MASK_FORMATS: readonly { value: MaskFormat; label: string }[] = [
  { value: 'seg', label: 'DICOM SEG' },
  { value: 'nifti', label: 'NIfTI' },
  { value: 'stl', label: 'STL' },
  { value: 'csv', label: 'CSV' },
];

const REFUSED: Record<MaskExportRefusal, string> = {
  closed: t('The segmentation was closed. Nothing was exported.'),
  empty: EXPORT_TEXTS.nothing,
  unread: t('Not all images of the series are on this device and read. Nothing was exported.'),
  'no-volume': t('The slices of this series make no volume, which this format needs. Nothing was exported.'),
  'not-dicom': t('The series is a NIfTI volume, which a DICOM SEG cannot refer to. Nothing was exported.'),
  'no-position': t('A slice of the series has no position, orientation or pixel spacing, which a DICOM SEG needs. Nothing was exported.'),
  planes: t('The slices of the series differ in size, spacing or orientation, which a DICOM SEG cannot hold. Nothing was exported.'),
};

export const exportRefusedText = (why: MaskExportRefusal): string => REFUSED[why];
export const segmentEmptyText = (name: string): string => t('{name} is empty, so it has no surface to export.', { name });

/** What was saved, and what is to be known of it. `nameOf`: what a segment of a UUID is called. */
export function exportedText(
  format: MaskFormat,
  { files, parts, left, isSheared, isWithoutValues }: Extract<MaskExported, { ok: true }>,
  { nameOf, isWithoutCodes }: { nameOf: (uuid: string) => string; isWithoutCodes: boolean },
): string {
  const saved =
    files.length === 1
      ? t('Saved {name}.', { name: files[0]!.name })
      : t('Saved {count} files: {names}. The browser may ask whether several files may be saved.', {
          count: files.length,
          names: files.map(({ name }) => name).join(', '),
        });
  const said = [
    parts > 1 &&
      (format === 'seg'
        ? t('Segments overlap, so there are {count} DICOM SEG files.', { count: parts })
        : t('Segments overlap, so there are {count} label maps.', { count: parts })),
    left.length > 0 && t('Empty and not in it: {names}.', { names: left.map(nameOf).join(', ') }),
    isSheared && t('3D Slicer and ITK-SNAP may refuse or straighten it, because the gantry was tilted.'),
    isWithoutValues && t('The images are in colour, so the table has no values.'),
    format === 'seg' && isWithoutCodes && t('The codes of the structure are not on this device, so they are not in it.'),
  ].filter((sentence) => sentence !== false);
  return [saved, ...said].join(' ');
}
