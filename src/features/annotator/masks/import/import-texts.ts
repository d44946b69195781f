import { mlText, refusedText, voxelsText } from '#features/annotator/masks/mask-texts.ts';
import type { ImportList, ImportRefusal, Imported, MaskCopied } from '#workers/masks/types.ts';

export const IMPORT_TEXTS = {
  choose: 'Import from a file',
  chooseWhy: 'A NIfTI label map with its names file, a DICOM SEG or an RTSTRUCT. Files can also be dropped on the page.',
  drop: 'Drop to import segments',
  files: 'Files with segments',
  title: 'Import segments',
  reading: 'Reading…',
  progress: 'How much is read',
  take: 'Import',
  cancel: 'Cancel',
  close: 'Close',
  newSegment: 'New segment',
  empty: 'empty',
  noName: 'no name',
  edit: 'Edit as segments',
  editWhy: 'To edit it, first choose a segmentation in the Segments tab that is drawn on a series, and that you may change.',
  failed: 'It could not be imported.',
  unnamed: 'A NIfTI file does not say whose it is. Check that it belongs to these images.',
  cut: 'Some of it lies beyond the slices of this series, and is cut off.',
  resample: 'Resample to this series',
  resampleWhy: 'Its voxels are not those of this series. Resampled, borders move by up to half a voxel, and volumes may differ.',
  otherStudy: 'Import it although it names another study',
  otherStudyWhy: 'It was made for another study, perhaps of another patient.',
} as const;

const REFUSED: Record<ImportRefusal, string> = {
  closed: 'The segmentation was closed. Nothing was imported.',
  cancelled: 'Nothing was imported.',
  'no-mask': 'This is no NIfTI label map, DICOM SEG or RTSTRUCT that can be read. Nothing was imported.',
  'frame-of-reference':
    'It lies in another frame of reference than this series, so nobody knows where it belongs. If it was made for these images before they were de-identified, upload it together with them. Nothing was imported.',
  'other-geometry': 'It does not say where its slices lie, or they make no volume. Nothing was imported.',
  empty: 'No voxel of it lies on the slices of this series. Nothing was imported.',
  unread: 'Its file is not on this device, or cannot be read any more. Nothing was imported.',
  'too-large': 'It is too large to be read here. Nothing was imported.',
  damaged: 'The file is damaged, or not complete. Nothing was imported.',
  unsupported: 'It is of a version, type or compression that is not read here. Nothing was imported.',
  'no-volume': 'The slices of this series make no volume, which a label map needs. Nothing was imported.',
  'not-labels': 'Its values are no labels: they are fractions, negative, colours, or too many. Nothing was imported.',
  'no-place': 'The label map does not say where it lies. Nothing was imported.',
  'several-volumes': 'It has several volumes, and one is needed. Nothing was imported.',
};

export const importRefusedText = (why: ImportRefusal): string => REFUSED[why];

/** What became of an import. */
export function importedText(answer: Imported, segments: number): string {
  if (answer.ok) return `Imported ${segments} ${segments === 1 ? 'segment' : 'segments'}.`;
  switch (answer.why) {
    case 'too-much':
      return 'Something is too large to be added to a segment that exists. Import it as a new segment. Nothing was imported.';
    case 'locked':
      return 'A locked segment would have changed. Nothing was imported.';
    case 'not-read':
    case 'not-asked':
      return IMPORT_TEXTS.failed;
    default:
      return refusedText(answer.why);
  }
}

export const contoursText = (left: number): string =>
  `${left} ${left === 1 ? 'contour lies' : 'contours lie'} on no slice of this series, and ${left === 1 ? 'is' : 'are'} left out.`;

export function sizeText({ voxels, ml }: Pick<ImportList['segments'][number], 'voxels' | 'ml'>): string {
  if (voxels === 0) return IMPORT_TEXTS.empty;
  return ml === null ? voxelsText(voxels) : mlText(ml);
}

export const COPY_TEXTS = {
  title: 'Copy to another series',
  series: 'Series to copy to',
  choose: 'Choose a series',
  target: 'Segmentation to copy to',
  newSegmentation: 'New segmentation',
  copy: 'Copy',
  gridWaits: 'Where the slices of that series are is not known yet.',
  none: 'No segmentation is drawn on that series yet.',
} as const;

/** What became of a copy. */
export function copiedText(answer: MaskCopied, fromMl: number | null): string {
  if (answer.ok) {
    const { isResampled, ml, voxels, cutMl } = answer;
    const size = ml === null ? voxelsText(voxels) : mlText(ml);
    return [
      `Copied ${size} into a new segment.`,
      isResampled && `Its voxels are not those of that series, so it was resampled${fromMl === null ? '' : ` from ${mlText(fromMl)}`}.`,
      cutMl > 0 && `${mlText(cutMl)} lie beyond that series, and were cut off.`,
    ]
      .filter((sentence) => sentence !== false)
      .join(' ');
  }
  switch (answer.why) {
    case 'frame-of-reference':
      return 'That series does not share the frame of reference, so nobody knows where the segment lies in it. Nothing was copied.';
    case 'empty':
      return 'The segment is empty. Nothing was copied.';
    case 'outside':
      return 'No voxel of it lies in that series. Nothing was copied.';
    case 'no-volume':
      return 'The slices of one of the series make no volume. Nothing was copied.';
    case 'grid':
    case 'damaged':
      return 'What was drawn on that series cannot be opened. Nothing was copied.';
    default:
      return refusedText(answer.why);
  }
}
