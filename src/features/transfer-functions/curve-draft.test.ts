import { describe, expect, it } from 'vitest';
import type { TransferFunction } from '#contract/transfer-functions.ts';
import {
  addPoint,
  changePoint,
  changesOf,
  draftOf,
  draftToBody,
  drawnPoints,
  faultsOf,
  movePoint,
  removePoint,
  stepOf,
  withUnit,
} from './curve-draft.ts';
import { TEXTS } from './texts.ts';

const BONE: TransferFunction = {
  ...{ id: 7, uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d', name: 'Bone', modality: 'CT', unit: 'value' },
  points: [
    { value: -100, color: '#000000', opacity: 0 },
    { value: 150, color: '#7A3B24', opacity: 0.555 },
    { value: 900, color: '#FFFFFF', opacity: 1 },
  ],
  ...{ shipped: false, deletable: true, created_by: 'Ada', updated_at: '2026-01-02 03:04:05' },
};
const DRAFT = draftOf(BONE);
const values = (draft: typeof DRAFT) => draft.points.map(({ value }) => value);

describe('a draft of a transfer function', () => {
  it('opened and saved without a change changes nothing', () => {
    expect(changesOf(DRAFT, BONE)).toEqual({});
    expect(draftToBody(DRAFT)).toEqual({ name: 'Bone', modality: 'CT', unit: 'value', points: BONE.points });
  });

  it('sends only what was changed', () => {
    expect(changesOf({ ...DRAFT, name: ' Skull ', modality: '' }, BONE)).toEqual({ name: 'Skull', modality: null });
    expect(changesOf(changePoint(DRAFT, 1, { opacity: '60' }), BONE)).toEqual({
      points: [BONE.points[0], { ...BONE.points[1], opacity: 0.6 }, BONE.points[2]],
    });
  });

  it('moves a point between its neighbours, and keeps opacity between 0 and 100 %', () => {
    expect(stepOf('value', BONE.points)).toBe(10);
    expect(values(movePoint(DRAFT, 1, { value: 205.37, opacity: 0.5 }))).toEqual(['-100', '205', '900']);
    expect(values(movePoint(DRAFT, 1, { value: 5_000, opacity: 0.5 }))).toEqual(['-100', '899', '900']);
    expect(values(movePoint(DRAFT, 1, { value: -5_000, opacity: 0.5 }))).toEqual(['-100', '-99', '900']);
    expect(movePoint(DRAFT, 0, { value: -500, opacity: -3 }).points[0]).toMatchObject({ value: '-500', opacity: '0' });
    const percent = draftOf({ ...BONE, unit: 'percent', points: BONE.points.map((point, index) => ({ ...point, value: index * 50 })) });
    expect(values(movePoint(percent, 2, { value: 130, opacity: 1 }))).toEqual(['0', '50', '100']);
  });

  it('adds a point between two, and keeps at least two', () => {
    const { draft, key } = addPoint(DRAFT, 1);
    expect(values(draft)).toEqual(['-100', '150', '525', '900']);
    expect(draft.points[2]).toMatchObject({ key, color: '#7A3B24' });
    expect(values(addPoint(DRAFT, 2).draft)).toEqual(['-100', '150', '525', '900']);
    const two = removePoint(DRAFT, 1);
    expect(values(two)).toEqual(['-100', '900']);
    expect(removePoint(two, 0)).toBe(two);
  });

  it('spreads values over the percentages, unless they are some', () => {
    const percent = withUnit(DRAFT, 'percent');
    expect([percent.unit, ...values(percent)]).toEqual(['percent', '0', '25', '100']);
    expect(faultsOf(percent)).toEqual({});
    expect(values(withUnit(percent, 'value'))).toEqual(values(percent));
    expect(values(withUnit(changePoint(percent, 1, { value: '30' }), 'percent'))).toEqual(['0', '30', '100']);
  });

  it('names each field that is wrong', () => {
    expect(faultsOf(DRAFT)).toEqual({});
    const wrong = { ...changePoint(changePoint(DRAFT, 1, { value: '-100', opacity: '101' }), 2, { value: 'x' }), name: ' ' };
    expect(faultsOf(wrong)).toEqual({
      name: TEXTS.needed,
      points: new Map([
        [1, { value: TEXTS.notIncreasing, opacity: TEXTS.percentWrong }],
        [2, { value: TEXTS.valueWrong }],
      ]),
    });
    expect(faultsOf({ ...DRAFT, unit: 'percent' }).points?.get(0)).toEqual({ value: TEXTS.percentWrong });
  });

  it('draws what is a number, in order', () => {
    const typing = changePoint(changePoint(DRAFT, 2, { value: '-' }), 1, { value: '-200' });
    expect(drawnPoints(typing.points).map(({ key, value }) => [key, value])).toEqual([
      [1, -200],
      [0, -100],
    ]);
  });
});
