import { t } from '#language/t.ts';

/** What a series of a DICOM modality holds instead of images, or, for segmentations, drawn on images. */
const CONTENTS: Readonly<Record<string, string>> = {
  SEG: t('Segmentation'),
  RTSTRUCT: t('Structure set'),
  SR: t('Report'),
  PR: t('Presentation state'),
  KO: t('Key objects'),
  RTPLAN: t('Treatment plan'),
  RTRECORD: t('Treatment record'),
  REG: t('Registration'),
  DOC: t('Document'),
};

/** Names a series that holds no images of its own; null for one that does. */
export function contentName(modalityCode: string): string | null {
  return CONTENTS[modalityCode.trim().toUpperCase()] ?? null;
}

const STORAGE = '1.2.840.10008.5.1.4.1.1.';

/** Reports, presentation states, encapsulated documents: whole families of SOP classes. */
const FAMILIES = ['88.', '11.', '104.'].map((family) => STORAGE + family);

/** Spatial registrations and fiducials, segmentations, structure sets, plans and records of treatment. */
const CLASSES: ReadonlySet<string> = new Set(
  ['66.1', '66.2', '66.3', '66.4', '66.5', '66.7', '481.3', '481.4', '481.5', '481.6', '481.7', '481.8', '481.9'].map(
    (one) => STORAGE + one,
  ),
);

/** Whether instances of a SOP class are complete without images: no volume is expected of them. */
export function isWithoutImages(sopClassUid: string): boolean {
  return CLASSES.has(sopClassUid) || FAMILIES.some((family) => sopClassUid.startsWith(family));
}
