import { z } from './zod.ts';

/**
 * How the dose at the time of the scan was found. `series`, `acquisition`, `scan`: decayed from the injection to the time of the series, to that of
 * the first image, or to the start of the scan that the vendor names. `injection`: the image is corrected to the injection. `vendor`: by the
 * vendor's own factor. `stored`: the image holds uptake values.
 */
export const SUV_RULES = ['series', 'acquisition', 'scan', 'injection', 'vendor', 'stored'] as const;
export type SuvRule = (typeof SUV_RULES)[number];

/** Why uptake values are not known. `not-corrected`: for decay or attenuation. `time-order`: the injection is after the scan. */
export const SUV_UNKNOWN = [
  'units',
  'not-corrected',
  'no-weight',
  'no-dose',
  'no-half-life',
  'no-injection-time',
  'no-scan-time',
  'time-order',
] as const;
export type SuvUnknown = (typeof SUV_UNKNOWN)[number];

const Factor = z.number().positive().nullable();

/**
 * What makes standardised uptake values (SUV) of the values of a PET series: factors by body weight (g/ml), lean body mass (g/ml) and body surface
 * (cm²/ml), null where the header does not have what they need, or why there is none of them.
 */
export const Suv = z.union([
  z.object({ rule: z.enum(SUV_RULES), weight: Factor, lean_mass: Factor, surface: Factor }),
  z.object({ why: z.enum(SUV_UNKNOWN) }),
]);
export type Suv = z.infer<typeof Suv>;

export type SuvBy = 'weight' | 'lean_mass' | 'surface';
