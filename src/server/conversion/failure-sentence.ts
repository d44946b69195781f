import type { HeaderRefusal } from '#imaging/dicom/read-header.ts';
import type { FramesToNifti } from '#imaging/nifti/frames-to-nifti.ts';

/** Why the frames of a series make no volume. */
export type FramesRefusal = Exclude<FramesToNifti, { ok: true }> | HeaderRefusal;

/** What stands beside a series that ended in error: what it is, why, and what can be done. Nothing of the patient, no name, no path. */
export function failureSentence(refusal: FramesRefusal): string {
  if (refusal.why === 'compressed') return `The images have the transfer syntax ${uidOf(refusal.transferSyntaxUid)}, ${UNKNOWN_SYNTAX}`;
  return SENTENCES[refusal.why];
}

const UNKNOWN_SYNTAX =
  'which no converter here can read. The files are kept as they were sent; export the series again without compression.';

/** Of the header: it may hold anything. */
function uidOf(transferSyntaxUid: string): string {
  return /^[0-9.]{1,64}$/.test(transferSyntaxUid) ? transferSyntaxUid : 'of an unknown name';
}

const EXPORT_AGAIN = 'Export the series again from the source.';
const DAMAGED = `The pixel data of an image is damaged and cannot be decoded. ${EXPORT_AGAIN}`;

const SENTENCES: Record<Exclude<FramesRefusal['why'], 'compressed'>, string> = {
  'no-pixel-data':
    'There is no image in this series: it is a report, contours or the like. Nothing need be done; its files are kept as they were sent.',
  'no-size': `An image has no rows or columns. ${EXPORT_AGAIN}`,
  'too-large': 'One frame is larger than the converter takes. The files are kept as they were sent.',
  'volume-too-large': 'The frames together make a volume larger than the converter takes. The files are kept as they were sent.',
  unsupported: 'The images have colours or numbers of a kind that no converter here can read. The files are kept as they were sent.',
  'wrong-length': `An image has fewer bytes than its header says. ${EXPORT_AGAIN}`,
  'cut-off': `An image is cut off: it ends before its header says. ${EXPORT_AGAIN}`,
  'not-dicom': `The converter found no image in these files. ${EXPORT_AGAIN}`,
  'different-images':
    'The images of this series differ in size or in the kind of their values, and make no one volume. The files are kept as they were sent.',
  'no-such-frame': DAMAGED,
  'bad-offset-table': DAMAGED,
  'bad-fragments': DAMAGED,
  damaged: DAMAGED,
  'differs-from-header': DAMAGED,
  'unknown-process': 'The images are compressed in a way that no converter here can read. Export the series again without compression.',
};
