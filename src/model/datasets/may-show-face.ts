/** Body parts (CALL-035) whose images end below the chin. */
const BELOW_THE_HEAD = new Set([
  ...['thyroid', 'chest', 'lung', 'heart', 'breast', 'abdomen', 'liver', 'pancreas', 'kidney', 'bowel', 'pelvis', 'prostate', 'uterus'],
  ...['spine', 'shoulder', 'elbow', 'hand', 'hip', 'knee', 'foot'],
]);
/** Modalities from whose slices the surface of a body can be drawn. */
const WITH_SURFACE = new Set(['MR', 'CT', 'PT', 'NM']);

/** Whether a face could be drawn from the images. A body part that is not known, or that a server has added, counts as a head. */
export function mayShowFace({ bodyPart, modality }: { bodyPart: string; modality: string }): boolean {
  return WITH_SURFACE.has(modality.toUpperCase()) && !BELOW_THE_HEAD.has(bodyPart);
}
