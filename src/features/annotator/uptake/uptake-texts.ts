import type { SuvBy, SuvRule, SuvUnknown } from '#contract/suv.ts';
import { t } from '#language/t.ts';

export const UPTAKE_TEXTS = {
  title: t('Uptake (SUV)'),
  colours: t('Colours'),
  grey: t('Grey'),
  inverse: t('Inverse'),
  hot: t('Hot'),
  by: t('SUV by'),
  unknown: t('SUV not known'),
  fileValues: t('Values are those of the files, and are not compared with uptake.'),
  needsHeight: t('Lean mass and surface need a height. The header has none.'),
  needsSex: t('Lean mass needs the sex. The header does not tell it.'),
  notRead: t('The server has not read this series yet.'),
  ofSegment: t('Uptake of the segment'),
  maximum: t('SUVmax'),
  peak: t('SUVpeak, 1 ml'),
  mean: t('SUVmean'),
  volume: t('Metabolic volume'),
  glycolysis: t('Total lesion glycolysis'),
} as const;

export const SUV_KINDS: readonly { value: SuvBy; label: string }[] = [
  { value: 'weight', label: t('Weight') },
  { value: 'lean_mass', label: t('Lean mass') },
  { value: 'surface', label: t('Surface') },
];

/** How the dose at the time of the scan was found. */
export const RULE_TEXTS: Record<SuvRule, string> = {
  series: t('From the original header: the dose is decayed to the start of the series.'),
  acquisition: t('From the original header: the dose is decayed to the first image, because the series is dated later.'),
  scan: t('From the original header: the dose is decayed to the start of the scan that the scanner names.'),
  injection: t('From the original header: the images are corrected to the injection.'),
  vendor: t('From the original header: by the factor of the scanner.'),
  stored: t('The files hold uptake values.'),
};

export const UNKNOWN_TEXTS: Record<SuvUnknown, string> = {
  units: t('The files do not say how their values relate to activity.'),
  'not-corrected': t('The images are not corrected for attenuation and decay.'),
  'no-weight': t('The header has no weight, or 0.'),
  'no-dose': t('The header has no dose, or one that cannot be right.'),
  'no-half-life': t('The header has no half-life.'),
  'no-injection-time': t('The header has no time of injection.'),
  'no-scan-time': t('The header has no time of the scan.'),
  'time-order': t('In the header, the injection is after the scan.'),
};
