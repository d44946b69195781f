import { t } from '#language/t.ts';

export const FUSION_TEXTS = {
  title: t('Fusion'),
  over: t('Series over the picture'),
  none: t('None'),
  window: t('Window of the fused series'),
  opacity: t('Opacity of the fused series'),
  reading: t('It is being read.'),
  noPlanes: t('Its slices make no volume, so it cannot be shown at the places of another series.'),
  noWay: t('It has another frame of reference. Register the two series, and show their positions after registration.'),
  noPlace: t('The header does not say where this picture lies in the patient.'),
  note: t('It is resampled to the pixels of the picture beneath. What takes up little is transparent.'),
  fusedWith: (name: string): string => t('fused with {name}, resampled', { name }),
} as const;
