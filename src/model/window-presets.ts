/** A window to begin with: values behind rescale, or how one is made. */
export type PresetWindow = { center: number; width: number } | 'stored' | 'range' | 'percentile';

export interface WindowPreset {
  name: string;
  window: PresetWindow;
}

/** As the file says, then by what is looked for, in the order of their keys (Shift 1 to 9). Only CT has values that mean the same everywhere. */
export function windowPresets(modality: string): readonly WindowPreset[] {
  return modality === 'CT' ? [AS_STORED, ...CT, FULL_RANGE] : [AS_STORED, FULL_RANGE, AUTOMATIC];
}

const AS_STORED: WindowPreset = { name: 'As stored', window: 'stored' };
const FULL_RANGE: WindowPreset = { name: 'Full range', window: 'range' };
const AUTOMATIC: WindowPreset = { name: 'Automatic', window: 'percentile' };

/** Hounsfield units, as radiology teaches them. */
const CT: readonly WindowPreset[] = [
  { name: 'Brain', window: { center: 40, width: 80 } },
  { name: 'Stroke', window: { center: 40, width: 40 } },
  { name: 'Subdural', window: { center: 75, width: 215 } },
  { name: 'Lung', window: { center: -600, width: 1500 } },
  { name: 'Abdomen', window: { center: 40, width: 400 } },
  { name: 'Liver', window: { center: 60, width: 160 } },
  { name: 'Bone', window: { center: 400, width: 1800 } },
];
