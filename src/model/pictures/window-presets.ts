import { t } from '#language/t.ts';

/** A window preset: values after rescale, or how to compute them. */
export type PresetWindow = { center: number; width: number } | 'stored' | 'range' | 'percentile';

export interface WindowPreset {
  name: string;
  window: PresetWindow;
}

/** The file's window, then presets in the order of their keys (Shift 1 to 9). Only CT and uptake have values with the same meaning everywhere. */
export function windowPresets(modality: string, isUptake = false): readonly WindowPreset[] {
  if (isUptake) return [...UPTAKE, FULL_RANGE];
  return modality === 'CT' ? [AS_STORED, ...CT, FULL_RANGE] : [AS_STORED, FULL_RANGE, AUTOMATIC];
}

const AS_STORED: WindowPreset = { name: t('As stored'), window: 'stored' };
const FULL_RANGE: WindowPreset = { name: t('Full range'), window: 'range' };
const AUTOMATIC: WindowPreset = { name: t('Automatic'), window: 'percentile' };

/** The second is that of a series as it opens. */
const UPTAKE: readonly WindowPreset[] = [
  { name: 'SUV 0 – 5', window: { center: 2.5, width: 5 } },
  { name: 'SUV 0 – 7', window: 'stored' },
  { name: 'SUV 0 – 10', window: { center: 5, width: 10 } },
  { name: 'SUV 0 – 15', window: { center: 7.5, width: 15 } },
];

/** Hounsfield units, as taught in radiology. */
const CT: readonly WindowPreset[] = [
  { name: t('Brain'), window: { center: 40, width: 80 } },
  { name: t('Stroke'), window: { center: 40, width: 40 } },
  { name: t('Subdural'), window: { center: 75, width: 215 } },
  { name: t('Lung'), window: { center: -600, width: 1500 } },
  { name: t('Abdomen'), window: { center: 40, width: 400 } },
  { name: t('Liver'), window: { center: 60, width: 160 } },
  { name: t('Bone'), window: { center: 400, width: 1800 } },
];
