import type { InstanceDescription } from '#model/studies/instance.ts';

/** Risks in an image that changing the header cannot remove. */
export interface PictureRisks {
  /** Text in the image: the device reports it, or it is usual for this kind of image. */
  burnedIn: 'stated' | 'likely' | null;
  /** A face can be reconstructed from slices of a head. */
  face: boolean;
}

type Told = Pick<
  InstanceDescription,
  'modality' | 'sopClassUid' | 'bodyPartExamined' | 'studyDescription' | 'seriesDescription' | 'protocolName'
> & { pixelData: unknown };

/** `burnedInAnnotation` is (0028,0301). The value NO is trusted. */
export function pictureRisks(told: Told, burnedInAnnotation: string): PictureRisks {
  if (!told.pixelData) return { burnedIn: null, face: false };
  const isStated = burnedInAnnotation === 'YES';
  const isLikely = burnedInAnnotation !== 'NO' && (BURNED_IN_MODALITIES.has(told.modality) || BURNED_IN_CLASSES.test(told.sopClassUid));
  return { burnedIn: isStated ? 'stated' : isLikely ? 'likely' : null, face: showsHead(told) };
}

/** Ultrasound, angiography, fluoroscopy, captured screens, endoscopes and photographs. */
const BURNED_IN_MODALITIES: ReadonlySet<string> = new Set(['US', 'IVUS', 'XA', 'RF', 'SC', 'OT', 'ES', 'XC', 'GM']);
/** Secondary capture, ultrasound and X-ray angiography (PS3.4 B.5), whatever the modality. */
const BURNED_IN_CLASSES = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(7(\.[1-4])?|3\.1|6\.[123]|12\.[12](\.1)?)$/;

function showsHead({ modality, bodyPartExamined, studyDescription, seriesDescription, protocolName }: Told): boolean {
  if (!FACE_MODALITIES.has(modality)) return false;
  return HEAD.test([bodyPartExamined, studyDescription, seriesDescription, protocolName].join(' '));
}

const FACE_MODALITIES: ReadonlySet<string> = new Set(['MR', 'CT', 'PT']);
/** In the languages in which users write descriptions. */
const HEAD =
  /head|brain|skull|cranium|cerebr|neuro|face|facial|orbit|sinus|schädel|schaedel|kopf|hirn|gesicht|tête|crâne|cerveau|testa|cervello|cabeza|cráneo/i;
