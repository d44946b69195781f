import type { Suv, SuvRule, SuvUnknown } from '#contract/suv.ts';
import type { SeriesPet } from '#model/studies/study.ts';
import { bodySurfaceCm2, leanBodyMassKg } from './body.ts';
import { isTimeOfDay, momentSeconds, onDayOf } from './moments.ts';

const HOURS_12 = 12 * 3600;
const DAY = 24 * 3600;
/** Some systems write megabecquerels in this field, whose unit is becquerel (PS3.3 C.8.9.2.1.4): no dose for an image is so small. */
const LEAST_DOSE_BQ = 100_000;

type Unknown = { why: SuvUnknown };
type Found<T> = ({ ok: true } & T) | ({ ok: false } & Unknown);
const unknown = (why: SuvUnknown): { ok: false } & Unknown => ({ ok: false, why });

/**
 * Factors from the values of a PET series to standardised uptake values, or why they are not known: the vendor-neutral rules of QIBA (FDG-PET
 * profile, appendix G), with the sources of each vendor. From the original header only: de-identification removes weight and times.
 */
export function suvOf(pet: SeriesPet): Suv {
  if (pet.units === 'GML') return storedSuv(pet);
  if (!isCorrected(pet)) return { why: 'not-corrected' };
  const weightKg = positive(pet.patientWeightKg);
  const vendor = pet.units === 'CNTS' ? positive(pet.vendorSuvFactor) : null;
  // The factor of the vendor is by weight: without the weight the others cannot be derived from it.
  if (vendor !== null)
    return { rule: 'vendor', ...factors(pet, weightKg, weightKg === null ? null : vendor / (weightKg * 1000)), weight: vendor };
  const toBqMl = pet.units === 'BQML' ? 1 : pet.units === 'CNTS' ? positive(pet.vendorActivityFactor) : null;
  if (toBqMl === null) return { why: 'units' };
  const dose = doseAtScan(pet);
  if (!dose.ok) return { why: dose.why };
  if (weightKg === null) return { why: 'no-weight' };
  return { rule: dose.rule, ...factors(pet, weightKg, toBqMl / dose.bq) };
}

/** `perBq`: from a value of the image to activity per dose, in 1/ml. */
function factors({ patientHeightM, patientSex }: SeriesPet, weightKg: number | null, perBq: number | null) {
  if (weightKg === null || perBq === null) return { weight: null, lean_mass: null, surface: null };
  const heightCm = heightOf(patientHeightM);
  const lean = heightCm === null ? null : leanBodyMassKg(weightKg, heightCm, patientSex);
  return {
    weight: weightKg * 1000 * perBq,
    lean_mass: lean === null ? null : lean * 1000 * perBq,
    surface: heightCm === null ? null : bodySurfaceCm2(weightKg, heightCm) * perBq,
  };
}

/** (0054,1006): an empty one means by weight. */
function storedSuv({ suvType }: SeriesPet): Suv {
  const none = { rule: 'stored' as const, weight: null, lean_mass: null, surface: null };
  if (suvType === '' || suvType === 'BW') return { ...none, weight: 1 };
  if (suvType === 'BSA') return { ...none, surface: 1 };
  return suvType.startsWith('LBM') ? { ...none, lean_mass: 1 } : { why: 'units' };
}

function isCorrected({ correctedImage, decayCorrection }: SeriesPet): boolean {
  const has = (...names: readonly string[]): boolean => correctedImage.some((name) => names.includes(name));
  return has('ATTN') && has('DECY', 'DECAY') && (decayCorrection === 'START' || decayCorrection === 'ADMIN');
}

function doseAtScan(pet: SeriesPet): Found<{ bq: number; rule: SuvRule }> {
  const { totalDoseBq, halfLifeSeconds } = pet;
  if (totalDoseBq === null || totalDoseBq < LEAST_DOSE_BQ) return unknown('no-dose');
  if (pet.decayCorrection === 'ADMIN') return { ok: true, bq: totalDoseBq, rule: 'injection' };
  const halfLife = positive(halfLifeSeconds);
  if (halfLife === null) return unknown('no-half-life');
  const scan = startOfScan(pet);
  if (!scan.ok) return scan;
  const decayed = secondsSinceInjection(pet, scan.at);
  if (!decayed.ok) return decayed;
  return { ok: true, bq: totalDoseBq * 2 ** (-decayed.seconds / halfLife), rule: scan.rule };
}

/** The time to which the image is corrected. A series that is dated after its images was made later, by somebody who did not keep the time. */
function startOfScan({ seriesAt, acquiredAt, scanAt }: SeriesPet): Found<{ at: string; rule: SuvRule }> {
  const [series, acquired] = [momentSeconds(seriesAt), momentSeconds(acquiredAt)];
  if (series !== null && (acquired === null || series <= acquired)) return { ok: true, at: seriesAt, rule: 'series' };
  if (momentSeconds(scanAt) !== null) return { ok: true, at: scanAt, rule: 'scan' };
  return acquired === null ? unknown('no-scan-time') : { ok: true, at: acquiredAt, rule: 'acquisition' };
}

/** An injection with a time of day only was on the day of the scan, or before its midnight. */
function secondsSinceInjection({ injectedAt }: SeriesPet, scanAt: string): Found<{ seconds: number }> {
  const isTime = isTimeOfDay(injectedAt);
  const [injected, scan] = [momentSeconds(isTime ? onDayOf(scanAt, injectedAt) : injectedAt), momentSeconds(scanAt)];
  if (injected === null || scan === null) return unknown('no-injection-time');
  const seconds = scan - injected;
  if (seconds >= 0) return { ok: true, seconds };
  return isTime && seconds + DAY <= HOURS_12 ? { ok: true, seconds: seconds + DAY } : unknown('time-order');
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

/** In metres (0010,1020); some systems write centimetres. */
function heightOf(metres: number | null): number | null {
  if (metres === null) return null;
  const cm = metres > 3 ? metres : metres * 100;
  return cm >= 30 && cm <= 272 ? cm : null;
}
