import type { BodyOf, Calls } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import type { TransferFunction, TransferPoint, TransferUnit } from '#contract/transfer-functions.ts';
import { TEXTS } from './texts.ts';

/** What the form holds: numbers as they are typed, opacity in percent. */
export interface CurveDraft {
  name: string;
  /** Empty: no modality. */
  modality: string;
  unit: TransferUnit;
  points: readonly PointDraft[];
}

export interface PointDraft {
  /** Stays the same while the point is changed. */
  key: number;
  value: string;
  color: string;
  opacity: string;
}

export type CurveFaults = Partial<Record<'name' | 'modality', string>> & { points?: ReadonlyMap<number, PointFault> };
export interface PointFault {
  value?: string;
  opacity?: string;
}

export function draftOf({ name, modality, unit, points }: Pick<TransferFunction, 'name' | 'modality' | 'unit' | 'points'>): CurveDraft {
  return {
    ...{ name, modality: modality ?? '', unit },
    points: points.map(({ value, color, opacity }, key) => ({ key, value: String(value), color, opacity: toPercent(opacity) })),
  };
}

/** A new curve: black to white. */
export const NEW_CURVE: Parameters<typeof draftOf>[0] = {
  ...{ name: '', modality: null, unit: 'value' },
  points: [
    { value: 0, color: '#000000', opacity: 0 },
    { value: 1000, color: '#ffffff', opacity: 1 },
  ],
};

/** Points that can be drawn, in the order of their values; a field that is not a number yet leaves its point out. */
export function drawnPoints(points: readonly PointDraft[]): (TransferPoint & { key: number })[] {
  return points
    .map(({ key, value, color, opacity }) => ({ key, value: numberOf(value), color, opacity: numberOf(opacity) / 100 }))
    .filter(({ value, opacity }) => Number.isFinite(value) && opacity >= 0 && opacity <= 1)
    .toSorted((one, other) => one.value - other.value)
    .filter(({ value }, index, sorted) => index === 0 || value > sorted[index - 1]!.value);
}

/** How far an arrow key moves: a round number near a hundredth of the range. */
export function stepOf(unit: TransferUnit, points: readonly Pick<TransferPoint, 'value'>[]): number {
  if (unit === 'percent') return 1;
  const range = (points.at(-1)?.value ?? 0) - (points[0]?.value ?? 0);
  return range > 0 ? 10 ** Math.floor(Math.log10(range / 50)) : 1;
}

/** Moves a point. It stays between its neighbours and within the limits. */
export function movePoint(draft: CurveDraft, key: number, to: { value: number; opacity: number }): CurveDraft {
  const drawn = drawnPoints(draft.points);
  const at = drawn.findIndex((point) => point.key === key);
  if (at === -1) return draft;
  const step = stepOf(draft.unit, drawn);
  const gap = step / 10;
  const lowest = at === 0 ? (draft.unit === 'percent' ? 0 : -LIMITS.transferValueMax) : drawn[at - 1]!.value + gap;
  const highest = at === drawn.length - 1 ? (draft.unit === 'percent' ? 100 : LIMITS.transferValueMax) : drawn[at + 1]!.value - gap;
  // Points that are closer than the gap keep their values.
  const value = lowest > highest ? drawn[at]!.value : Math.min(highest, Math.max(lowest, to.value));
  return changePoint(draft, key, {
    value: String(rounded(value, gap)),
    opacity: toPercent(Math.min(1, Math.max(0, to.opacity))),
  });
}

export function changePoint(draft: CurveDraft, key: number, change: Partial<PointDraft>): CurveDraft {
  return { ...draft, points: draft.points.map((point) => (point.key === key ? { ...point, ...change } : point)) };
}

/** A point halfway to the next one, or to the previous one from the last. */
export function addPoint(draft: CurveDraft, after: number): { draft: CurveDraft; key: number } {
  const at = Math.max(0, Math.min(draft.points.length - 2, after));
  const [from, to] = [draft.points[at]!, draft.points[at + 1]!];
  const key = Math.max(...draft.points.map((point) => point.key)) + 1;
  const half = (one: string, other: string) => String((numberOf(one) + numberOf(other)) / 2);
  const point = { key, value: half(from.value, to.value), color: from.color, opacity: half(from.opacity, to.opacity) };
  return { draft: { ...draft, points: draft.points.toSpliced(at + 1, 0, point) }, key };
}

/** Points that are no percentages are spread over 0 to 100. */
export function withUnit(draft: CurveDraft, unit: TransferUnit): CurveDraft {
  const drawn = drawnPoints(draft.points);
  const [first, last] = [drawn[0]?.value ?? 0, drawn.at(-1)?.value ?? 0];
  if (unit === 'value' || drawn.length < 2 || (first >= 0 && last <= 100)) return { ...draft, unit };
  const percents = new Map(drawn.map(({ key, value }) => [key, (100 * (value - first)) / (last - first)]));
  const points = draft.points.map((point) => {
    const percent = percents.get(point.key);
    return percent === undefined ? point : { ...point, value: String(rounded(percent, 0.01)) };
  });
  return { ...draft, unit, points };
}

export function removePoint(draft: CurveDraft, key: number): CurveDraft {
  if (draft.points.length <= LIMITS.transferPointsMin) return draft;
  return { ...draft, points: draft.points.filter((point) => point.key !== key) };
}

/** Empty if the draft can be sent. */
export function faultsOf({ name, unit, points }: CurveDraft): CurveFaults {
  const wrong = new Map<number, PointFault>();
  for (const [index, point] of points.entries()) {
    const value = valueFault(unit, numberOf(point.value), index === 0 ? -Infinity : numberOf(points[index - 1]!.value));
    const opacity = isWithin(numberOf(point.opacity), 0, 100) ? undefined : TEXTS.percentWrong;
    if (value !== undefined || opacity !== undefined)
      wrong.set(point.key, { ...(value !== undefined && { value }), ...(opacity !== undefined && { opacity }) });
  }
  return { ...(name.trim() === '' && { name: TEXTS.needed }), ...(wrong.size > 0 && { points: wrong }) };
}

function valueFault(unit: TransferUnit, value: number, previous: number): string | undefined {
  if (unit === 'percent' && !isWithin(value, 0, 100)) return TEXTS.percentWrong;
  if (!isWithin(value, -LIMITS.transferValueMax, LIMITS.transferValueMax)) return TEXTS.valueWrong;
  return value <= previous ? TEXTS.notIncreasing : undefined;
}

export function draftToBody({ name, modality, unit, points }: CurveDraft): Omit<BodyOf<Calls['createTransferFunction']>, 'uuid'> {
  return {
    ...{ name: name.trim(), modality: modality === '' ? null : modality, unit },
    points: points.map(({ value, color, opacity }) => ({ value: numberOf(value), color, opacity: numberOf(opacity) / 100 })),
  };
}

/** Only what differs from the transfer function, so that what somebody else changed in the meantime is kept. */
export function changesOf(draft: CurveDraft, base: TransferFunction): BodyOf<Calls['changeTransferFunction']> {
  const now = draftToBody(draft);
  return {
    ...(now.name !== base.name && { name: now.name }),
    ...(now.modality !== base.modality && { modality: now.modality }),
    ...(now.unit !== base.unit && { unit: now.unit }),
    ...(JSON.stringify(now.points) !== JSON.stringify(draftToBody(draftOf(base)).points) && { points: now.points }),
  };
}

export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replace(',', '.').replace('\u2212', '-'));
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function toPercent(opacity: number): string {
  return String(Math.round(opacity * 1000) / 10);
}

/** To the decimals of the step. */
function rounded(value: number, step: number): number {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return Number(value.toFixed(Math.min(12, decimals)));
}
