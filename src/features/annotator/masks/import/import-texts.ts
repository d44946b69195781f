import { mlText, refusedText, voxelsText } from '#features/annotator/masks/mask-texts.ts';
import { t } from '#language/t.ts';
import type { ImportList, ImportRefusal, Imported, MaskCopied } from '#workers/masks/types.ts';

export const IMPORT_TEXTS = {
  choose: t('Import from a file'),
  chooseWhy: t('A NIfTI label map with its names file, a DICOM SEG or an RTSTRUCT. Files can also be dropped on the page.'),
  drop: t('Drop to import segments'),
  files: t('Files with segments'),
  title: t('Import segments'),
  reading: t('Reading…'),
  progress: t('How much is read'),
  cancel: t('Cancel'),
  close: t('Close'),
  newSegment: t('New segment'),
  empty: t('empty'),
  noName: t('no name'),
  edit: t('Edit as segments'),
  editWhy: t('To edit it, first choose a segmentation in the Segments tab that is drawn on a series, and that you may change.'),
  failed: t('It could not be imported.'),
  unnamed: t('A NIfTI file does not say whose it is. Check that it belongs to these images.'),
  cut: t('Some of it lies beyond the slices of this series, and is cut off.'),
  resample: t('Resample to this series'),
  resampleWhy: t('Its voxels are not those of this series. Resampled, borders move by up to half a voxel, and volumes may differ.'),
  otherStudy: t('Import it although it names another study'),
  otherStudyWhy: t('It was made for another study, perhaps of another patient.'),
} as const;

const REFUSED: Record<ImportRefusal, string> = {
  closed: t('The segmentation was closed. Nothing was imported.'),
  cancelled: t('Nothing was imported.'),
  'no-mask': t('This is no NIfTI label map, DICOM SEG or RTSTRUCT that can be read. Nothing was imported.'),
  'frame-of-reference': t(
    'It lies in another frame of reference than this series, so nobody knows where it belongs. If it was made for these images before they were de-identified, upload it together with them. Nothing was imported.',
  ),
  'other-geometry': t('It does not say where its slices lie, or they make no volume. Nothing was imported.'),
  empty: t('No voxel of it lies on the slices of this series. Nothing was imported.'),
  unread: t('Its file is not on this device, or cannot be read any more. Nothing was imported.'),
  'too-large': t('It is too large to be read here. Nothing was imported.'),
  damaged: t('The file is damaged, or not complete. Nothing was imported.'),
  unsupported: t('It is of a version, type or compression that is not read here. Nothing was imported.'),
  'no-volume': t('The slices of this series make no volume, which a label map needs. Nothing was imported.'),
  'not-labels': t('Its values are no labels: they are fractions, negative, colours, or too many. Nothing was imported.'),
  'no-place': t('The label map does not say where it lies. Nothing was imported.'),
  'several-volumes': t('It has several volumes, and one is needed. Nothing was imported.'),
};

export const importRefusedText = (why: ImportRefusal): string => REFUSED[why];

/** What became of an import. */
export function importedText(answer: Imported, segments: number): string {
  if (answer.ok) return t('Imported {count, plural, one {# segment} other {# segments}}.', { count: segments });
  switch (answer.why) {
    case 'too-much':
      return t('Something is too large to be added to a segment that exists. Import it as a new segment. Nothing was imported.');
    case 'locked':
      return t('A locked segment would have changed. Nothing was imported.');
    case 'not-read':
    case 'not-asked':
      return IMPORT_TEXTS.failed;
    default:
      return refusedText(answer.why);
  }
}

export const contoursText = (count: number): string =>
  t(
    '{count, plural, one {# contour lies on no slice of this series, and is left out.} other {# contours lie on no slice of this series, and are left out.}}',
    { count },
  );

export function sizeText({ voxels, ml }: Pick<ImportList['segments'][number], 'voxels' | 'ml'>): string {
  if (voxels === 0) return IMPORT_TEXTS.empty;
  return ml === null ? voxelsText(voxels) : mlText(ml);
}

export const COPY_TEXTS = {
  title: t('Copy to another series'),
  series: t('Series to copy to'),
  choose: t('Choose a series'),
  target: t('Segmentation to copy to'),
  newSegmentation: t('New segmentation'),
  copy: t('Copy'),
  gridWaits: t('Where the slices of that series are is not known yet.'),
  none: t('No segmentation is drawn on that series yet.'),
} as const;

/** What became of a copy. */
export function copiedText(answer: MaskCopied, fromMl: number | null): string {
  if (answer.ok) {
    const { isResampled, ml, voxels, cutMl } = answer;
    const size = ml === null ? voxelsText(voxels) : mlText(ml);
    return [
      t('Copied {size} into a new segment.', { size }),
      isResampled &&
        (fromMl === null
          ? t('Its voxels are not those of that series, so it was resampled.')
          : t('Its voxels are not those of that series, so it was resampled from {size}.', { size: mlText(fromMl) })),
      cutMl > 0 && t('{size} lie beyond that series, and were cut off.', { size: mlText(cutMl) }),
    ]
      .filter((sentence) => sentence !== false)
      .join(' ');
  }
  switch (answer.why) {
    case 'frame-of-reference':
      return t('That series does not share the frame of reference, so nobody knows where the segment lies in it. Nothing was copied.');
    case 'empty':
      return t('The segment is empty. Nothing was copied.');
    case 'outside':
      return t('No voxel of it lies in that series. Nothing was copied.');
    case 'no-volume':
      return t('The slices of one of the series make no volume. Nothing was copied.');
    case 'grid':
    case 'damaged':
      return t('What was drawn on that series cannot be opened. Nothing was copied.');
    default:
      return refusedText(answer.why);
  }
}
