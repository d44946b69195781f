import { t } from '#language/t.ts';
import type { FileProblem } from '#model/uploads/upload-view.ts';
import { ARCHIVE_PROBLEM_WORDS } from '#features/upload/archives/archive-problem-texts.ts';
import { SERVER_PROBLEM_WORDS } from '#features/upload/archives/server-problem-texts.ts';
import { noDataPartText } from '#features/upload/texts.ts';
import { NAME } from './name-place.ts';

/** The text of a file that is not uploaded. `{name}` is replaced by the file name. */
export interface ProblemWords {
  /** What it is, and why it is not uploaded. */
  what: string;
  /** What the user can do about it, or why nothing is needed. */
  todo: string;
}

export const PROBLEM_WORDS: Record<FileProblem, ProblemWords> = {
  'no-pixel-data': {
    // given (FILE-015)
    what: noDataPartText(NAME),
    todo: t('It is a report, contours or a header alone; the images of its study are read all the same.'),
  },
  'dicom-directory': {
    what: t('{name} is the directory of a disc, not an image.', { name: NAME }),
    todo: t('Choose the folder that it lies in: the images are beside it.'),
  },
  empty: {
    what: t('{name} is empty: there is not one byte in it.', { name: NAME }),
    todo: t('Copy it again from the source.'),
  },
  'not-dicom': {
    what: t('{name} is not a DICOM file that can be read. Skipped.', { name: NAME }),
    todo: t('If it holds images, export them again as DICOM.'),
  },
  'cut-off': {
    what: t('{name} is cut off: it ends before its header says.', { name: NAME }),
    todo: t('Copy it again from the source.'),
  },
  duplicate: {
    what: t('{name} is here already, byte for byte. Not taken a second time.', { name: NAME }),
    todo: t('Nothing is missing.'),
  },
  unsupported: {
    what: t('{name} is marked as DICOM, but its header is damaged or longer than that of any image.', { name: NAME }),
    todo: t('Export it again from the source.'),
  },
  'not-nifti': {
    what: t('{name} is not a NIfTI volume that can be read. Skipped.', { name: NAME }),
    todo: t('If it holds images, export them again as NIfTI or DICOM.'),
  },
  'nifti-no-slices': {
    what: t('{name} has no slices. Skipped.', { name: NAME }),
    todo: t('Export it again from the source.'),
  },
  'nifti-image-missing': {
    what: t('{name} is the header of a NIfTI pair, without its image.', { name: NAME }),
    todo: t('Give the pair its own names back, .hdr and .img, and choose both at once.'),
  },
  'nifti-unsupported': {
    what: t('{name} is NIfTI, but its values or sizes are none of a picture: complex numbers, say, or a damaged header.', { name: NAME }),
    todo: t('Export it again as whole or real numbers.'),
  },
  ...ARCHIVE_PROBLEM_WORDS,
  ...SERVER_PROBLEM_WORDS,
  'refused-at-door': {
    what: t('{name} was refused for its name by an earlier version of this page.', { name: NAME }),
    todo: t('Choose it again: it is read under every name now.'),
  },
  'lost-on-device': {
    what: t('{name} was removed by this browser before it was sent.', { name: NAME }),
    todo: t('Choose it again: it goes on where it stopped.'),
  },
};

/** For many duplicates. `{files}` is replaced by their number, as in `40 files`. */
export const duplicatesText = (files: string): string => t('{files} are here already, byte for byte. Not taken a second time.', { files });
