import type { HeaderRefusal } from '#imaging/dicom/header/read-header.ts';
import type { FramesToNifti } from '#imaging/nifti/frames-to-nifti.ts';
import { marked } from '#language/t.ts';

/** Why the frames of a series cannot form a volume. */
export type FramesRefusal = Exclude<FramesToNifti, { ok: true }> | HeaderRefusal;

/** Shown next to a failed series: what it is, why it failed and what to do. No patient data, no name, no path. */
export function failureSentence(refusal: FramesRefusal): string {
  if (refusal.why === 'compressed') return `The images have the transfer syntax ${uidOf(refusal.transferSyntaxUid)}, ${UNKNOWN_SYNTAX}`;
  return SENTENCES[refusal.why];
}

const UNKNOWN_SYNTAX = 'which the converter cannot read. The files are stored unchanged. Export the series again without compression.';

/** From the header, which may contain anything. */
function uidOf(transferSyntaxUid: string): string {
  return /^[0-9.]{1,64}$/.test(transferSyntaxUid) ? transferSyntaxUid : 'of an unknown name';
}

const DAMAGED = marked('The pixel data of an image is damaged and cannot be decoded. Export the series again from the source.');

const SENTENCES: Record<Exclude<FramesRefusal['why'], 'compressed'>, string> = {
  'no-pixel-data': marked(
    'This series contains no images, but for example a report or contours. Its files are stored unchanged. You do not need to do anything.',
  ),
  'no-size': marked('An image has no rows or columns. Export the series again from the source.'),
  'too-large': marked('A frame exceeds the size limit of the converter. The files are stored unchanged.'),
  'volume-too-large': marked('The volume exceeds the size limit of the converter. The files are stored unchanged.'),
  unsupported: marked('The images have a colour or number format that the converter cannot read. The files are stored unchanged.'),
  'wrong-length': marked('An image has fewer bytes than its header states. Export the series again from the source.'),
  'cut-off': marked('An image is incomplete: it is shorter than its header states. Export the series again from the source.'),
  'not-dicom': marked('The converter found no image in these files. Export the series again from the source.'),
  'different-images': marked(
    'The images of this series differ in size or value type and cannot form one volume. The files are stored unchanged.',
  ),
  'no-such-frame': DAMAGED,
  'bad-offset-table': DAMAGED,
  'bad-fragments': DAMAGED,
  damaged: DAMAGED,
  'differs-from-header': DAMAGED,
  'unknown-process': marked('The images use a compression that the converter cannot read. Export the series again without compression.'),
};
