import { describe, expect, it } from 'vitest';
import {
  checkChoice,
  endedSeries,
  firstChoice,
  isLeavingAsked,
  mayConvert,
  nextLegacyStep,
  type LegacyEvent,
  type LegacyStep,
} from './legacy-upload.ts';

const STEPS: LegacyStep[] = ['ready', 'uploading', 'uploaded', 'sorted', 'converting', 'organize', 'done'];
const EVENTS: LegacyEvent[] = ['upload', 'sent', 'read', 'unlock', 'process', 'ended', 'finish', 'forgotten'];

describe('the steps of a legacy upload', () => {
  it('follow each other from ready to done [LEG-011, LEG-012, LEG-013, LEG-014, LEG-016, LEG-034]', () => {
    const events: LegacyEvent[] = ['upload', 'sent', 'read', 'process', 'ended', 'finish'];
    const walked = events.reduce<(LegacyStep | null)[]>(
      (steps, event) => [...steps, nextLegacyStep(steps.at(-1) ?? 'done', event)],
      ['ready'],
    );
    expect(walked).toEqual(STEPS);
  });

  it('every event makes the defined change, and no other', () => {
    const moves = STEPS.flatMap((step) => EVENTS.map((event) => [step, event, nextLegacyStep(step, event)] as const));
    expect(moves.filter(([, , next]) => next !== null).map((move) => move.join(' '))).toEqual([
      'ready upload uploading',
      'uploading sent uploaded',
      'uploading forgotten uploading',
      'uploaded read sorted',
      'uploaded forgotten uploading',
      'sorted unlock uploaded',
      'sorted process converting',
      'sorted forgotten uploading',
      'converting ended organize',
      'converting forgotten uploading',
      'organize finish done',
    ]);
  });

  it('leaving asks for confirmation unless ready or done [LEG-036]', () => {
    expect(STEPS.filter(isLeavingAsked)).toEqual(['uploading', 'uploaded', 'sorted', 'converting', 'organize']);
  });
});

const series = (
  upload_id: string,
  facts: Partial<{ cnt: number; numberOfFrames: number; imageOrientationPatientEquals: boolean }> = {},
) => ({
  ...{ upload_id, cnt: 19, numberOfFrames: 1, imageOrientationPatientEquals: true },
  ...facts,
});

describe('the cases that can be converted', () => {
  it('have more than one slice with the same orientation, or more than one frame [LEG-024]', () => {
    expect(mayConvert(series('a'))).toBe(true);
    expect(mayConvert(series('a', { cnt: 1 }))).toBe(false);
    expect(mayConvert(series('a', { imageOrientationPatientEquals: false }))).toBe(false);
    expect(mayConvert(series('a', { cnt: 1, numberOfFrames: 2, imageOrientationPatientEquals: false }))).toBe(true);
    expect(mayConvert(series('a', { cnt: 0, numberOfFrames: 1 }))).toBe(false);
  });

  it('are checked initially, except studies that already exist [LEG-022]', () => {
    const studies = [
      { uuid: 'new', exists: false, series: [series('a'), series('b', { cnt: 1 })] },
      { uuid: 'known', exists: true, series: [series('c')] },
    ];
    expect(firstChoice(studies)).toEqual({ checked: ['a'], bodyParts: {} });
  });
});

describe('Process', () => {
  const studies = [
    { uuid: 's', exists: false, series: [series('a'), series('b')] },
    { uuid: 't', exists: true, series: [series('c'), series('d', { cnt: 1 })] },
  ];
  const known = new Set(['prostate', 'head']);

  it('sends the checked series and their studies [LEG-028]', () => {
    expect(checkChoice(studies, { checked: ['b', 'a'], bodyParts: { s: 'prostate' } }, known)).toEqual({
      ok: true,
      studies: [{ uuid: 's', bodyPart: 'prostate' }],
      series: [
        { uuid: 's', upload_id: 'a' },
        { uuid: 's', upload_id: 'b' },
      ],
    });
  });

  it('shows an error first when no checked series can be sent [LEG-026]', () => {
    expect(checkChoice(studies, { checked: [], bodyParts: {} }, known)).toEqual({ ok: false, why: 'nothing-selected' });
    // Another tab may have written what this one would not offer.
    expect(checkChoice(studies, { checked: ['d', 'gone'], bodyParts: {} }, known)).toEqual({ ok: false, why: 'nothing-selected' });
  });

  it('requires for every study that is sent a body part that the team knows [LEG-025]', () => {
    const both = { checked: ['a', 'c'], bodyParts: { s: 'elbow' } };
    expect(checkChoice(studies, both, known)).toEqual({ ok: false, why: 'missing-bodypart', studyUuids: ['s', 't'] });
    expect(checkChoice(studies, { checked: ['a'], bodyParts: { s: 'elbow' } }, null)).toMatchObject({ ok: true });
    expect(checkChoice(studies, { checked: ['a'], bodyParts: {} }, null)).toMatchObject({ why: 'missing-bodypart' });
  });
});

it('series have ended when their cases are converted or failed', () => {
  const sub = (count: number) => Array.from({ length: count }, () => ({}));
  expect(
    endedSeries([
      { status: 'converted', sub: sub(3) },
      { status: 'error', sub: sub(2) },
      { status: null, sub: sub(4) },
    ]),
  ).toBe(5);
});
