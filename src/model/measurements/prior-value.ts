import type { Measured, MeasuredValueName, MeasurementContent } from '#contract/measurements.ts';
import { changeInPercent } from '#model/lesions/recist.ts';
import type { LesionRow } from '#model/lesions/follow-up-table.ts';

type Compared = Pick<MeasurementContent, 'kind' | 'text' | 'measured'> & { uuid: string };

/** The value of the same thing in an earlier study. */
export interface PriorValue {
  /** With one value only, so that its text names its unit. */
  measured: Measured;
  name: MeasuredValueName;
  /** Whole percent from then to now; null: then it was 0. */
  percent: number | null;
  /** UUID of the measurement. */
  measurement: string;
  by: 'lesion' | 'text';
}

/** The value that stands beside a measurement, by which two of them are compared: the most important first. */
const MAIN: readonly MeasuredValueName[] = ['length', 'longAxis', 'angle', 'mean', 'value', 'area'];

interface Known {
  /** Rows of the follow-up: the last column is the study that is read. */
  lesions: readonly LesionRow[];
  /** Of the study that is read. */
  own: readonly Compared[];
  /** Of each earlier study, the latest first. */
  earlier: readonly (readonly Compared[])[];
}

/**
 * Of a measurement of the study that is read: that of the same lesion, else the one of the same kind and text, in the latest study that has it. Where
 * two of them have the same text, nobody knows which is which. Other units are not compared, and neither are pixels with mm.
 */
export function priorValue(measurement: Compared, known: Known): PriorValue | null {
  return ofLesion(measurement, known.lesions) ?? ofText(measurement, known);
}

function ofLesion(measurement: Compared, lesions: readonly LesionRow[]): PriorValue | null {
  const row = lesions.find(({ cells }) => cells.at(-1)?.measurement?.uuid === measurement.uuid);
  const now = row?.cells.at(-1)?.mm ?? null;
  const before = row?.cells.slice(0, -1).findLast(({ mm, measurement: linked }) => mm !== null && linked !== null);
  if (row === undefined || now === null || before === undefined) return null;
  const name = row.lesion.node ? 'shortAxis' : 'length';
  const measured: Measured = { values: { [name]: before.mm! }, scale: 'patient', unit: null };
  return { ...{ measured, name }, percent: changeInPercent(before.mm!, now), measurement: before.measurement!.uuid, by: 'lesion' };
}

function ofText(measurement: Compared, { own, earlier }: Known): PriorValue | null {
  const isSame = ({ kind, text }: Compared): boolean => kind === measurement.kind && labelOf(text) === labelOf(measurement.text);
  if (labelOf(measurement.text) === '' || own.filter(isSame).length > 1) return null;
  const found = earlier.map((list) => list.filter(isSame)).find((list) => list.length > 0);
  if (found?.length !== 1) return null;
  const [prior] = found as [Compared];
  const name = MAIN.find((each) => measurement.measured.values[each] !== undefined);
  const now = name && measurement.measured.values[name];
  const then = name && prior.measured.values[name];
  if (name === undefined || now === undefined || then === undefined || !areComparable(name, prior.measured, measurement.measured))
    return null;
  const { scale, unit } = prior.measured;
  return { measured: { values: { [name]: then }, scale, unit }, name, percent: percentOf(then, now), measurement: prior.uuid, by: 'text' };
}

const labelOf = (text: string): string => text.trim().toLowerCase();

/** An angle needs pixels that are known alike; lengths and areas need mm on the patient, and values of pixels the same unit, which is known. */
function areComparable(name: MeasuredValueName, a: Measured, b: Measured): boolean {
  if (name === 'angle') return a.scale === b.scale;
  if (name === 'mean' || name === 'value') return a.unit !== null && a.unit !== '' && a.unit === b.unit;
  return a.scale === 'patient' && b.scale === 'patient';
}

/** Of values below 0, such as HU of fat, a change in percent means nothing. */
function percentOf(then: number, now: number): number | null {
  return then > 0 && now >= 0 ? Math.round(((now - then) / then) * 100) : null;
}
