import type { FileProblem } from '#model/uploads/upload-view.ts';
import { ARCHIVE_PROBLEM_WORDS } from '#features/upload/archives/archive-problem-texts.ts';
import { SERVER_PROBLEM_WORDS } from '#features/upload/archives/server-problem-texts.ts';
import { noDataPartText } from '#features/upload/texts.ts';

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
    what: noDataPartText('{name}'),
    todo: 'It is a report, contours or a header alone; the images of its study are read all the same.',
  },
  'dicom-directory': {
    what: '{name} is the directory of a disc, not an image.',
    todo: 'Choose the folder that it lies in: the images are beside it.',
  },
  empty: {
    what: '{name} is empty: there is not one byte in it.',
    todo: 'Copy it again from the source.',
  },
  'not-dicom': {
    what: '{name} is not a DICOM file that can be read. Skipped.',
    todo: 'If it holds images, export them again as DICOM.',
  },
  'cut-off': {
    what: '{name} is cut off: it ends before its header says.',
    todo: 'Copy it again from the source.',
  },
  duplicate: {
    what: '{name} is here already, byte for byte. Not taken a second time.',
    todo: 'Nothing is missing.',
  },
  unsupported: {
    what: '{name} is marked as DICOM, but its header is damaged or longer than that of any image.',
    todo: 'Export it again from the source.',
  },
  'not-nifti': {
    what: '{name} is not a NIfTI volume that can be read. Skipped.',
    todo: 'If it holds images, export them again as NIfTI or DICOM.',
  },
  'nifti-no-slices': {
    what: '{name} has no slices. Skipped.',
    todo: 'Export it again from the source.',
  },
  'nifti-image-missing': {
    what: '{name} is the header of a NIfTI pair, without its image.',
    todo: 'Give the pair its own names back, .hdr and .img, and choose both at once.',
  },
  'nifti-unsupported': {
    what: '{name} is NIfTI, but its values or sizes are none of a picture: complex numbers, say, or a damaged header.',
    todo: 'Export it again as whole or real numbers.',
  },
  ...ARCHIVE_PROBLEM_WORDS,
  ...SERVER_PROBLEM_WORDS,
  'refused-at-door': {
    what: '{name} was refused for its name by an earlier version of this page.',
    todo: 'Choose it again: it is read under every name now.',
  },
  'lost-on-device': {
    what: '{name} was removed by this browser before it was sent.',
    todo: 'Choose it again: it goes on where it stopped.',
  },
};

/** For many duplicates, after their number. */
export const DUPLICATES_WORDS: ProblemWords = {
  what: 'are here already, byte for byte. Not taken a second time.',
  todo: PROBLEM_WORDS.duplicate.todo,
};
