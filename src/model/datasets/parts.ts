/**
 * [Note: The part of a patient]
 *
 * Every study of a dataset has a part, and all studies of one patient have the same. Which patient a study belongs to can change: patients are
 * merged and split, and files that are read later tell more. The part of a patient is therefore never stored. It is the first part of this list
 * that one of its studies has. After a merge, the studies that were for training stay there: a model may have seen that patient, so it can no
 * longer test one. After a split, both patients keep the part.
 */
export const PARTS = ['train', 'validation', 'test'] as const;
export type Part = (typeof PARTS)[number];

/** In the database: not split yet. Greater than each part, so that a new study takes the part of its patient. */
export const NO_PART = PARTS.length;

export const partToPlace = (part: Part): number => PARTS.indexOf(part);
export const placeToPart = (place: number): Part | null => PARTS[place] ?? null;

export type Percentages = Record<Part, number>;

/** Whole percentages of 0 to 100 that add up to 100. */
export function isComplete(percentages: Percentages): boolean {
  const values = PARTS.map((part) => percentages[part]);
  return values.every((value) => Number.isInteger(value) && value >= 0) && values.reduce((sum, value) => sum + value, 0) === 100;
}

/** How many of a number of patients each part gets: rounded down, and the rest to the parts with the largest remainder. */
export function countsOf(total: number, percentages: Percentages): Percentages {
  const shares = PARTS.map((part) => ({ part, exact: (total * percentages[part]) / 100 }));
  const rest = total - shares.reduce((sum, { exact }) => sum + Math.floor(exact), 0);
  const byRemainder = shares.toSorted((a, b) => (b.exact % 1) - (a.exact % 1) || PARTS.indexOf(a.part) - PARTS.indexOf(b.part));
  const rounded = new Set(byRemainder.slice(0, rest).map(({ part }) => part));
  return Object.fromEntries(shares.map(({ part, exact }) => [part, Math.floor(exact) + (rounded.has(part) ? 1 : 0)])) as Percentages;
}

interface PatientToSplit {
  uuid: string;
  /** Null: not split yet. */
  part: Part | null;
  /** A number of its own that the dataset determines: patients are distributed in its order. */
  order: string;
}

/**
 * The part of each patient. `all`: every patient again, so the same patients and percentages have the same result. `new`: patients with a part
 * keep it, and the others go where most are missing.
 */
export function splitPatients(patients: readonly PatientToSplit[], percentages: Percentages, which: 'all' | 'new'): Map<string, Part> {
  const kept = which === 'all' ? [] : patients.filter(({ part }) => part !== null);
  const missing = countsOf(patients.length, percentages);
  for (const { part } of kept) missing[part!] -= 1;
  const parts = new Map<string, Part>();
  const rest = patients.filter((patient) => !kept.includes(patient)).toSorted((a, b) => (a.order < b.order ? -1 : 1));
  for (const { uuid } of rest) {
    const part = PARTS.reduce((most, next) => (missing[next] > missing[most] ? next : most));
    missing[part] -= 1;
    parts.set(uuid, part);
  }
  return parts;
}
