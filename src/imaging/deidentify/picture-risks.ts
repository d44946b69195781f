import type { InstanceDescription } from '#model/instance.ts';

/** What a header cannot take out of a picture. */
export interface PictureRisks {
  /** Text in the picture: the device says so, or pictures of this kind have it as a rule. */
  burnedIn: 'stated' | 'likely' | null;
  /** A face can be made of the slices of a head. */
  face: boolean;
}

type Told = Pick<
  InstanceDescription,
  'modality' | 'sopClassUid' | 'bodyPartExamined' | 'studyDescription' | 'seriesDescription' | 'protocolName'
> & { pixelData: unknown };

/** `burnedInAnnotation` is (0028,0301). A device that says NO is believed. */
export function pictureRisks(told: Told, burnedInAnnotation: string): PictureRisks {
  if (!told.pixelData) return { burnedIn: null, face: false };
  const isStated = burnedInAnnotation === 'YES';
  const isLikely = burnedInAnnotation !== 'NO' && (BURNED_IN_MODALITIES.has(told.modality) || BURNED_IN_CLASSES.test(told.sopClassUid));
  return { burnedIn: isStated ? 'stated' : isLikely ? 'likely' : null, face: showsHead(told) };
}

/** Ultrasound, angiography, fluoroscopy, captured screens, endoscopes and photographs. */
const BURNED_IN_MODALITIES: ReadonlySet<string> = new Set(['US', 'IVUS', 'XA', 'RF', 'SC', 'OT', 'ES', 'XC', 'GM']);
/** Secondary capture, ultrasound and X-ray angiography (PS3.4 B.5), whatever the modality says. */
const BURNED_IN_CLASSES = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(7(\.[1-4])?|3\.1|6\.[123]|12\.[12](\.1)?)$/;

function showsHead({ modality, bodyPartExamined, studyDescription, seriesDescription, protocolName }: Told): boolean {
  if (!FACE_MODALITIES.has(modality)) return false;
  return HEAD.test([bodyPartExamined, studyDescription, seriesDescription, protocolName].join(' '));
}

const FACE_MODALITIES: ReadonlySet<string> = new Set(['MR', 'CT', 'PT']);
/** In the languages that descriptions of the product's users come in. */
const HEAD =
  /head|brain|skull|cranium|cerebr|neuro|face|facial|orbit|sinus|schädel|schaedel|kopf|hirn|gesicht|tête|crâne|cerveau|testa|cervello|cabeza|cráneo/i;
