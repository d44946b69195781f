import type { FindingCode, FindingSaid, FindingSeverity } from '#contract/quality.ts';

export const FINDING_NAMES: Record<FindingCode, string> = {
  'missing-slices': 'Slices are missing',
  'unequal-spacing': 'Unequal slice distances',
  'repeated-positions': 'Several images at a position',
  'incomplete-acquisition': 'Incomplete acquisition',
  'lossy-compression': 'Lossy compression',
  'burned-in-text': 'Text in the image',
  'wrong-body-part': 'Another body part',
  'mixed-body-parts': 'Several body parts',
  'duplicate-images': 'Same images in another study',
  'duplicate-pixels': 'Same pixels in another study',
};

export const SEVERITY_NAMES: Record<FindingSeverity, string> = { info: 'Info', warning: 'Warning', error: 'Error' };

/** The numbers that show it, in a sentence. */
export function findingInWords(said: FindingSaid): string {
  switch (said.code) {
    case 'missing-slices':
      return `${counted(said.missing, 'slice')} missing between ${said.present}, which are ${said.stepMm} mm apart.`;
    case 'unequal-spacing':
      return `Most slices are ${said.usualMm} mm apart; ${counted(said.unusual, 'distance')} ${said.unusual === 1 ? 'differs' : 'differ'}, from ${said.smallestMm} to ${said.largestMm} mm.`;
    case 'repeated-positions':
      return `${counted(said.positions, 'position')} with up to ${said.images} images.`;
    case 'incomplete-acquisition':
      return said.of === 'positions'
        ? `${said.present} of ${said.expected} positions have all their images.`
        : `${said.present} of ${said.expected} ${said.of}.`;
    case 'lossy-compression':
      return `${said.images} of ${counted(said.of, 'image')} compressed with losses.`;
    case 'burned-in-text':
      return said.stated
        ? `The header says so of ${said.images} of ${counted(said.of, 'image')}.`
        : `Usual for this kind of image; ${counted(said.images, 'image')}.`;
    case 'wrong-body-part':
      return `The header says ${partName(said.written)}, the study ${partName(said.study)}.`;
    case 'mixed-body-parts':
      return `The headers say ${said.parts.map(partName).join(', ')}.`;
    case 'duplicate-images':
      return `${said.images} of ${counted(said.of, 'image')} of this study.`;
    case 'duplicate-pixels':
      return `${said.volumes} of ${counted(said.of, 'volume')} of this study, under other UIDs.`;
  }
}

/** What to do about it. */
export const FINDING_ADVICE: Record<FindingCode, string> = {
  'missing-slices': 'Send the missing slices, or use the series only slice by slice.',
  'unequal-spacing': 'Check whether slices are missing. Planes and 3D are not available for this series.',
  'repeated-positions': 'Usual for series over time, echoes or b-values. Otherwise check whether images were sent twice.',
  'incomplete-acquisition': 'Look in the archive for the rest, and send it.',
  'lossy-compression': 'Use the original images for measurements and models, if there are any.',
  'burned-in-text': 'Look for names in the images before the study leaves the team.',
  'wrong-body-part': 'Check whether the series belongs to this study, and whether the body part of the study is right.',
  'mixed-body-parts': 'Check whether all series belong to this study.',
  'duplicate-images': 'Keep one of the studies, so that a dataset has no case twice.',
  'duplicate-pixels': 'Keep one of the studies, so that a dataset has no case twice.',
};

/** Slugs of body parts are words. */
const partName = (slug: string): string => slug.replaceAll('-', ' ');

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
