import type { Measurement } from '#contract/measurements.ts';

/** A length on the patient that was measured in the study. */
export interface Ruler {
  uuid: string;
  /** Null until the server has given it. */
  number: number | null;
  /** In the unit of the field, rounded to its decimals. */
  value: number;
  text: string;
}

type Measured = Pick<Measurement, 'uuid' | 'kind' | 'text' | 'measured'> & { number: number | null };

const PER_MM: Readonly<Record<string, number>> = { mm: 1, cm: 0.1 };

/** Lengths and long axes, the current one first, then the latest; none for other units. Those in pixels or on a detector are not those of the patient. */
export function rulersFor(
  measurements: readonly Measured[],
  { unit, decimals }: { unit: string; decimals: number },
  current: string | null,
): Ruler[] {
  const perMm = PER_MM[unit];
  if (perMm === undefined) return [];
  const all = measurements.flatMap(({ uuid, number, text, measured }): Ruler[] => {
    const mm = measured.values.length ?? measured.values.longAxis;
    if (mm === undefined || measured.scale !== 'patient') return [];
    return [{ uuid, number, text, value: Number((mm * perMm).toFixed(decimals)) }];
  });
  return all.toReversed().toSorted((one, other) => Number(other.uuid === current) - Number(one.uuid === current));
}
