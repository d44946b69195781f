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
  it('follow each other as they are given, from ready to done', () => {
    const events: LegacyEvent[] = ['upload', 'sent', 'read', 'process', 'ended', 'finish'];
    const walked = events.reduce<(LegacyStep | null)[]>(
      (steps, event) => [...steps, nextLegacyStep(steps.at(-1) ?? 'done', event)],
      ['ready'],
    );
    expect(walked).toEqual(STEPS);
  });

  it('every event changes what the table says, and nothing else', () => {
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

  it('leaving is asked about unless ready or done', () => {
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

describe('what may be converted', () => {
  it('is more than one slice of equal orientation, or more than one frame', () => {
    expect(mayConvert(series('a'))).toBe(true);
    expect(mayConvert(series('a', { cnt: 1 }))).toBe(false);
    expect(mayConvert(series('a', { imageOrientationPatientEquals: false }))).toBe(false);
    expect(mayConvert(series('a', { cnt: 1, numberOfFrames: 2, imageOrientationPatientEquals: false }))).toBe(true);
    expect(mayConvert(series('a', { cnt: 0, numberOfFrames: 1 }))).toBe(false);
  });

  it('is checked at first, but for studies that exist', () => {
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

  it('sends the checked series, and the studies that have some', () => {
    expect(checkChoice(studies, { checked: ['b', 'a'], bodyParts: { s: 'prostate' } }, known)).toEqual({
      ok: true,
      studies: [{ uuid: 's', bodyPart: 'prostate' }],
      series: [
        { uuid: 's', upload_id: 'a' },
        { uuid: 's', upload_id: 'b' },
      ],
    });
  });

  it('with nothing checked that may go says so first', () => {
    expect(checkChoice(studies, { checked: [], bodyParts: {} }, known)).toEqual({ ok: false, why: 'nothing-selected' });
    // Another tab may have written what this one would not offer.
    expect(checkChoice(studies, { checked: ['d', 'gone'], bodyParts: {} }, known)).toEqual({ ok: false, why: 'nothing-selected' });
  });

  it('asks for the body part of every study that goes, and for one that the team knows', () => {
    const both = { checked: ['a', 'c'], bodyParts: { s: 'elbow' } };
    expect(checkChoice(studies, both, known)).toEqual({ ok: false, why: 'missing-bodypart', studyUuids: ['s', 't'] });
    expect(checkChoice(studies, { checked: ['a'], bodyParts: { s: 'elbow' } }, null)).toMatchObject({ ok: true });
    expect(checkChoice(studies, { checked: ['a'], bodyParts: {} }, null)).toMatchObject({ why: 'missing-bodypart' });
  });
});

it('the ended series are those of cases that were converted or failed', () => {
  const sub = (count: number) => Array.from({ length: count }, () => ({}));
  expect(
    endedSeries([
      { status: 'converted', sub: sub(3) },
      { status: 'error', sub: sub(2) },
      { status: null, sub: sub(4) },
    ]),
  ).toBe(5);
});
