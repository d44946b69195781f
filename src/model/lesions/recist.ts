import type { Response } from '#contract/lesions.ts';
import { t } from '#language/t.ts';

/**
 * RECIST 1.1: Eisenhauer et al., New response evaluation criteria in solid tumours: revised RECIST guideline (version 1.1), Eur J Cancer 2009;45:228-247.
 *
 * Diameters are in mm. They are rounded to 0.1 mm, as they are shown, before anything is computed, so that whoever checks the table by hand gets the same.
 */

/** The diameter of a target lesion that counts: the longest, of a node the short axis. 0: the lesion is absent. Null: not measured. */
export interface TargetDiameter {
  mm: number | null;
  node: boolean;
}

/** Whole tenths of a millimetre: sums and limits are then exact. */
const tenths = (mm: number): number => Math.round(mm * 10);

/** §4.2: a node with a short axis of less than 10 mm is normal. */
export const NORMAL_NODE_MM = 10;

/** §4.3.2: the sum of the diameters of all target lesions, the short axis of nodes among them; null if one was not measured. In mm. */
export function sumOfDiameters(targets: readonly TargetDiameter[]): number | null {
  if (targets.some(({ mm }) => mm === null)) return null;
  return sumOfMeasured(targets);
}

const sumOfMeasured = (targets: readonly TargetDiameter[]): number =>
  targets.reduce((sum, { mm }) => sum + (mm === null ? 0 : tenths(mm)), 0) / 10;

/** The change from one sum to another in whole percent; null if the first is 0. */
export function changeInPercent(from: number, to: number): number | null {
  return tenths(from) === 0 ? null : Math.round(((tenths(to) - tenths(from)) / tenths(from)) * 100);
}

/** §4.3.1: a decrease of at least 30 % from the baseline. */
export const isPartial = (sum: number, baseline: number): boolean => baseline > 0 && tenths(sum) * 10 <= tenths(baseline) * 7;

/** §4.3.1: an increase of at least 20 % and of at least 5 mm from the smallest sum, the baseline included. */
export const isProgression = (sum: number, smallest: number): boolean =>
  tenths(sum) * 10 >= tenths(smallest) * 12 && tenths(sum) - tenths(smallest) >= 50;

/** §4.3.1: all target lesions are gone, and nodes are below 10 mm. Then the sum need not be 0 (§4.3.2). */
export const isComplete = (targets: readonly TargetDiameter[]): boolean =>
  targets.every(({ mm, node }) => mm !== null && (node ? tenths(mm) < tenths(NORMAL_NODE_MM) : tenths(mm) === 0));

export type TargetResponse = 'complete' | 'partial' | 'stable' | 'progressive' | 'not-evaluable';

/**
 * §4.3.1. `baseline` and `smallest` sum before, in mm; null: not known, because a lesion was not measured then. Null without target lesions. A target that
 * was not measured makes it not evaluable (§4.4.2), unless those that were measured show progression by themselves.
 */
export function targetResponse(
  targets: readonly TargetDiameter[],
  { baseline, smallest }: { baseline: number | null; smallest: number | null },
): TargetResponse | null {
  if (targets.length === 0) return null;
  if (isComplete(targets)) return 'complete';
  if (smallest !== null && isProgression(sumOfMeasured(targets), smallest)) return 'progressive';
  const sum = sumOfDiameters(targets);
  if (sum === null || baseline === null || smallest === null) return 'not-evaluable';
  return isPartial(sum, baseline) ? 'partial' : 'stable';
}

/** What is said of a non-target lesion in a study; null: nothing. `absent`: gone, or a node below 10 mm. */
export type NonTargetState = 'present' | 'absent' | 'progression' | null;
export type NonTargetResponse = 'complete' | 'non-complete' | 'progressive' | 'not-evaluable';

/** §4.3.3; null without non-target lesions. */
export function nonTargetResponse(states: readonly NonTargetState[]): NonTargetResponse | null {
  if (states.length === 0) return null;
  if (states.includes('progression')) return 'progressive';
  if (states.includes(null)) return 'not-evaluable';
  return states.every((state) => state === 'absent') ? 'complete' : 'non-complete';
}

export interface Evaluated {
  target: TargetResponse | null;
  nonTarget: NonTargetResponse | null;
  hasNew: boolean;
}

/** Table 1, and table 2 for patients without target lesions. No non-target lesions stand as complete ones in table 1. Null: there are no lesions. */
export function overallResponse({ target, nonTarget, hasNew }: Evaluated): Response | null {
  if (hasNew || target === 'progressive' || nonTarget === 'progressive') return 'progressive';
  if (target === null) return nonTarget;
  if (target !== 'complete') return target;
  return nonTarget === null || nonTarget === 'complete' ? 'complete' : 'partial';
}

/** §3.1 and §4.1: a target is at least 10 mm long, a node at least 15 mm in its short axis, at the baseline. */
export function isMeasurable({ mm, node }: TargetDiameter): boolean {
  return mm === null || tenths(mm) >= tenths(leastMm(node));
}

export const leastMm = (node: boolean): number => (node ? 15 : 10);

/** §4.1. */
export const MOST_TARGETS = 5;
export const MOST_TARGETS_PER_ORGAN = 2;

/**
 * Organs with more targets than two. Nodes are one organ, wherever they are (Schwartz et al., RECIST 1.1: update and clarification, Eur J Cancer
 * 2016;62:132-137). Targets whose organ nobody has named are not counted.
 */
export function organsWithTooMany(targets: readonly { organ: string; node: boolean }[]): string[] {
  const named = targets.flatMap(({ organ, node }) => (node ? t('Lymph nodes') : organ.trim()) || []);
  const byName = Map.groupBy(named, (organ) => organ.toLowerCase());
  return [...byName.values()].filter((same) => same.length > MOST_TARGETS_PER_ORGAN).map(([first]) => first!);
}
