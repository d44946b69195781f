import { beforeEach, describe, expect, test } from 'vitest';
import type { FollowedStudy, LesionState } from '#contract/lesions.ts';
import type { Measured } from '#contract/measurements.ts';
import { followUpTable, type LinkedMeasurement } from './follow-up-table.ts';
import type { ShownFinding, ShownLesion } from './shown-follow-up.ts';
import { followUpToCsv } from './to-csv.ts';

const STUDIES: FollowedStudy[] = [
  { uuid: 'second', id: 12, studyDate: '20251209' },
  { uuid: 'first', id: 11, studyDate: '20250609' },
  { uuid: 'third', id: 13, studyDate: '20260314' },
];
const ORDER = ['first', 'second', 'third'] as const;

interface Said {
  mm?: number;
  state?: LesionState;
  scale?: Measured['scale'];
  kind?: 'length' | 'angle';
  /** Linked, but not there. */
  isGone?: true;
}

const measurements = new Map<string, LinkedMeasurement[]>();
beforeEach(() => measurements.clear());

/** A lesion with what is said of it in the three studies. */
function lesion(number: number, said: readonly (Said | null)[], more: Partial<ShownLesion> = {}): ShownLesion {
  const findings = said.flatMap((each, at): ShownFinding[] => {
    if (each === null) return [];
    const [study, uuid] = [ORDER[at]!, `${number}-${at}`];
    const { mm, state = null, scale = 'patient', kind = 'length', isGone } = each;
    if (mm === undefined && isGone === undefined) return [{ study, measurement: null, state, version: 1 }];
    if (mm !== undefined)
      measurements.set(study, [
        ...(measurements.get(study) ?? []),
        {
          ...{ uuid, kind, series: 'series', slice: 33, grid: 'grid', sop: '1.2', frame: 0 },
          measured: { values: kind === 'length' ? { length: mm } : { angle: mm }, scale, unit: null },
        },
      ]);
    return [{ study, measurement: uuid, state, version: 1 }];
  });
  return {
    ...{ uuid: `lesion-${number}`, title: `Lesion ${number}`, kind: 'target', organ: '', node: false, number, version: 1 },
    ...{ user: null, deletable: true, findings, waits: false, ...more },
  };
}

function table(lesions: ShownLesion[], more: { study?: string; studies?: FollowedStudy[]; baseline?: string; isLoading?: true } = {}) {
  const { study = 'third', studies = STUDIES, baseline = null, isLoading } = more;
  const measurementsOf = (uuid: string) => (isLoading ? null : (measurements.get(uuid) ?? []));
  return followUpTable({ study, studies, lesions, baseline, measurementsOf });
}

const mm = (...values: (number | null)[]): (Said | null)[] => values.map((value) => (value === null ? null : { mm: value }));
/** As in picture 43. */
const pictured = () => [lesion(1, mm(13.9, 14.3, 20.3)), lesion(2, mm(12.6, 12.1, 11.04)), lesion(3, mm(19.2, 18.6, 17.9))];

describe('the table of a follow-up', () => {
  test('has the diameters by the date of the study, their change since the prior, and the sums [LES-05, LES-06]', () => {
    const { columns, targets, sums, baseline, smallest, sinceBaseline, sinceSmallest, suggested, problems } = table(pictured());
    expect(columns.map(({ uuid }) => uuid)).toEqual(ORDER);
    expect(targets.map(({ cells }) => cells.map((cell) => cell.mm))).toEqual([
      [13.9, 14.3, 20.3],
      [12.6, 12.1, 11],
      [19.2, 18.6, 17.9],
    ]);
    expect(targets.map(({ sincePrior }) => sincePrior)).toEqual([42, -9, -4]);
    expect(sums).toEqual([45.7, 45, 49.2]);
    expect([baseline, smallest, sinceBaseline, sinceSmallest, suggested]).toEqual([0, 1, 8, 9, 'stable']);
    expect(problems).toEqual([]);
  });

  test('ends with the study that is read: what is said in a later one is not in it', () => {
    const { columns, suggested, smallest } = table(pictured(), { study: 'second' });
    expect(columns.map(({ uuid }) => uuid)).toEqual(['first', 'second']);
    expect([suggested, smallest]).toEqual(['stable', 0]);
  });

  test('suggests nothing at the baseline, and nothing without lesions', () => {
    expect(table(pictured(), { study: 'first' })).toMatchObject({ evaluated: null, suggested: null, baseline: 0, sinceBaseline: null });
    expect(table([])).toMatchObject({ columns: [{ uuid: 'third' }], baseline: null, suggested: null });
  });

  test('compares with the study that was chosen as the baseline, and with no sum before it [LES-17]', () => {
    // The smallest sum of all is that of the first study.
    const lesions = () => [lesion(1, mm(10, 20, 21))];
    expect(table(lesions())).toMatchObject({ baseline: 0, smallest: 0, suggested: 'progressive' });
    const chosen = table(lesions(), { baseline: 'second' });
    expect(chosen).toMatchObject({ baseline: 1, smallest: 1, sinceBaseline: 5, sinceSmallest: 5, suggested: 'stable' });
    expect(followUpToCsv(chosen, null)).toContain('baseline,,,,,,12,20251209');
    expect(table(lesions(), { baseline: 'third' })).toMatchObject({ baseline: 2, evaluated: null, suggested: null });
  });

  test('a lesion of the chosen baseline is not new, and one that comes after it is [LES-17]', () => {
    const suggested = (...said: (Said | null)[]) =>
      table([lesion(1, mm(20, 20, 20)), lesion(2, said, { kind: 'new' })], { baseline: 'second' }).suggested;
    expect(suggested(null, { mm: 6 }, null)).toBe('stable');
    expect(suggested(null, null, { mm: 6 })).toBe('progressive');
  });

  test('a chosen baseline has its column though nothing is said in it, and is not evaluable [LES-17]', () => {
    const chosen = table([lesion(1, mm(10, null, 12))], { baseline: 'second' });
    expect(chosen.columns.map(({ uuid }) => uuid)).toEqual([...ORDER]);
    expect(chosen).toMatchObject({ baseline: 1, suggested: 'not-evaluable' });
  });

  test('nothing is compared with a baseline that is later, and one that is not known is as if nobody had chosen [LES-17]', () => {
    expect(table(pictured(), { study: 'second', baseline: 'third' })).toMatchObject({ baseline: null, evaluated: null, suggested: null });
    expect(table(pictured(), { baseline: 'deleted' })).toMatchObject({ baseline: 0, suggested: 'stable' });
  });

  test('leaves out studies in which nothing is said, and says how many have no date', () => {
    const undated = { uuid: 'second', id: 12, studyDate: '' };
    const shown = table([lesion(1, mm(10, 20, 10))], { studies: [STUDIES[1]!, undated, STUDIES[2]!] });
    expect(shown.columns.map(({ uuid }) => uuid)).toEqual(['first', 'third']);
    expect(shown.problems).toEqual([{ problem: 'undated', studies: 1 }]);
    expect(table([lesion(2, mm(10, null, 10))]).columns).toHaveLength(2);
  });

  test('a node has its short axis [LES-06]', () => {
    const both = (study: string): LinkedMeasurement => ({
      ...{ uuid: study, kind: 'bidirectional', series: 's', slice: 0, grid: 'g', sop: '1.2', frame: 0 },
      measured: { values: { longAxis: 30, shortAxis: 16 }, scale: 'patient', unit: null },
    });
    const findings = ['first', 'third'].map((study) => ({ study, measurement: study, state: null, version: 1 }));
    const sumsOf = (node: boolean) =>
      followUpTable({
        ...{ study: 'third', studies: STUDIES, baseline: null, measurementsOf: (study: string) => [both(study)] },
        lesions: [lesion(1, [], { node, findings })],
      }).sums;
    expect([sumsOf(true), sumsOf(false)]).toEqual([
      [16, 16],
      [30, 30],
    ]);
  });

  test('what is absent is 0 mm, and all absent is a complete response [LES-07]', () => {
    const shown = table([lesion(1, [{ mm: 20 }, { mm: 12 }, { state: 'absent' }])]);
    expect(shown.targets[0]!.cells.at(-1)).toMatchObject({ mm: 0, why: null });
    expect([shown.sums, shown.suggested, shown.sinceBaseline]).toEqual([[20, 12, 0], 'complete', -100]);
  });

  test.each<[string, Said | null, string]>([
    ['nothing is linked', null, 'nothing'],
    ['the measurement was deleted', { isGone: true }, 'gone'],
    ['it is in pixels', { mm: 20, scale: 'pixels' }, 'pixels'],
    ['it is on the detector', { mm: 20, scale: 'detector' }, 'detector'],
    ['it is an angle', { mm: 20, kind: 'angle' }, 'no-diameter'],
    ['it was only observed', { state: 'present' }, 'no-diameter'],
  ])('a target is not evaluable if %s [LES-07, LES-11]', (_, said, why) => {
    const shown = table([lesion(1, [{ mm: 20 }, { mm: 20 }, said])]);
    expect(shown.targets[0]!.cells.at(-1)).toMatchObject({ mm: null, why });
    expect([shown.sums.at(-1), shown.suggested]).toEqual([null, 'not-evaluable']);
    const compared = ['pixels', 'detector'].includes(why) || said?.kind === 'angle';
    expect(shown.problems).toMatchObject(compared ? [{ problem: 'not-compared', why, study: { uuid: 'third' } }] : []);
  });

  test('measurements that are still loading are said to be, and are no deleted ones', () => {
    const cells = table([lesion(1, mm(20, 20, 20))], { isLoading: true }).targets[0]!.cells;
    expect(cells.map(({ why }) => why)).toEqual(['loading', 'loading', 'loading']);
  });

  test('non-target lesions: measured is present, said is said, nothing is not evaluated [LES-08]', () => {
    const response = (...said: (Said | null)[]) =>
      table([
        lesion(9, [{ state: 'present' }, null, said[0]!], { kind: 'non-target' }),
        ...said.slice(1).map((one, at) => lesion(20 + at, [{ state: 'present' }, null, one], { kind: 'non-target' })),
      ]).suggested;
    expect(response({ mm: 8 })).toBe('non-complete');
    expect(response({ state: 'absent' })).toBe('complete');
    expect(response({ state: 'absent' }, null)).toBe('not-evaluable');
    expect(response({ state: 'absent' }, { state: 'progression' })).toBe('progressive');
  });

  test('a lesion that is new after the baseline is progression, until it is gone [LES-09]', () => {
    const target = () => lesion(1, mm(20, 20, 20));
    const suggested = (...said: (Said | null)[]) => table([target(), lesion(2, said, { kind: 'new' })]).suggested;
    expect(suggested(null, null, { state: 'present' })).toBe('progressive');
    expect(suggested(null, { mm: 6 }, null)).toBe('progressive');
    expect(suggested(null, { mm: 6 }, { state: 'absent' })).toBe('stable');
    expect(suggested({ mm: 6 }, null, null)).toBe('stable');
  });

  test('the smallest sum is the latest of equal ones, and never that of the study itself', () => {
    expect(table([lesion(1, mm(20, 20, 10))])).toMatchObject({ smallest: 1, sinceSmallest: -50 });
    expect(table([lesion(2, mm(20, null, 30))])).toMatchObject({ smallest: 0, suggested: 'progressive' });
  });

  test('says which targets are too many or too small at the baseline [LES-10]', () => {
    const many = [1, 2, 3, 4, 5, 6].map((number) =>
      lesion(number, mm(number === 6 ? 9.9 : 10, null, 20), { organ: number < 4 ? 'Liver' : '' }),
    );
    expect(table(many).problems).toMatchObject([
      { problem: 'too-many-targets' },
      { problem: 'too-many-in-organ', organ: 'Liver' },
      { problem: 'not-measurable', lesion: { number: 6 } },
    ]);
  });
});

describe('the table as CSV [LES-14]', () => {
  test('has lesions by study, sums, and the response', () => {
    const shown = table([
      lesion(1, mm(13.9, 14.3, 20.3), { title: '=Hilum', organ: 'Lung' }),
      lesion(2, [{ state: 'present' }, null, null], { kind: 'non-target' }),
    ]);
    expect(followUpToCsv(shown, 'progressive').replace('\uFEFF', '').split('\r\n')).toEqual([
      'row,lesion,title,kind,organ,node,study,study_date,diameter_mm,state,not_measured,change_since_prior_percent,response,slice,measurement_uuid,lesion_uuid',
      "lesion,1,'=Hilum,target,Lung,no,11,20250609,13.9,,,,,34,1-0,lesion-1",
      "lesion,1,'=Hilum,target,Lung,no,12,20251209,14.3,,,,,34,1-1,lesion-1",
      "lesion,1,'=Hilum,target,Lung,no,13,20260314,20.3,,,42,,34,1-2,lesion-1",
      'lesion,2,Lesion 2,non-target,,no,11,20250609,,present,,,,,,lesion-2',
      'lesion,2,Lesion 2,non-target,,no,12,20251209,,,nothing,,,,,lesion-2',
      'lesion,2,Lesion 2,non-target,,no,13,20260314,,,nothing,,,,,lesion-2',
      'sum,,,,,,11,20250609,13.9,,,,,,,',
      'sum,,,,,,12,20251209,14.3,,,,,,,',
      'sum,,,,,,13,20260314,20.3,,,,,,,',
      'baseline,,,,,,11,20250609,,,,,,,,',
      'since_smallest_sum,,,,,,13,20260314,,,,46,,,,',
      'since_baseline,,,,,,13,20260314,,,,46,,,,',
      'recist_1.1,,,,,,13,20260314,,,,,progressive,,,',
      'decided,,,,,,13,20260314,,,,,progressive,,,',
      '',
    ]);
  });
});
