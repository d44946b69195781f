import { describe, expect, it } from 'vitest';
import type { MaskRevision } from '#contract/mask-revisions.ts';
import { NO_CODES } from '#contract/structures.ts';
import { differenceKey } from '#features/annotator/keys/annotator-keys.ts';
import { testSource } from '#features/annotator/masks/test-masks.ts';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import type { ShownProposal } from '#model/ai/shown-proposals.ts';
import { chosenSides, proposalOptions, sideOf, sideOptions } from './compare-sides.ts';
import { agreedText, differenceText, noDistancesText, sideText } from './compare-texts.ts';

const [OWN, ANN, BOB] = [7, 8, 9];
const segmentation = (uuid: string, user: number | null, structure = 'liver'): DrawnSegmentation => ({
  ...{ uuid, id: 1, structure: { slug: structure, title: structure === 'liver' ? 'Liver' : 'Spleen' }, exclusive: false },
  user: user === null ? null : { id: user, name: user === ANN ? 'Ann' : user === OWN ? 'Me' : 'Bob' },
  ...{ mask: { series: 'ct', grid: 'hash' }, may: { edit: true } },
  segments: [
    { uuid: `${uuid} 1`, sort: 1, title: 'Part 1', color: null, waits: null },
    { uuid: `${uuid} gone`, sort: 2, title: 'Part 2', color: null, waits: 'deletion' },
  ],
});
const LIST = [segmentation('own', OWN), segmentation('spleen', ANN, 'spleen'), segmentation('second', OWN), segmentation('bob', BOB)];
const state = (name: string, number: number) => ({ name, number }) as MaskRevision;
const NONE = new Map<string, MaskRevision[]>();

describe('what can be compared [CMP-20]', () => {
  it('is each segmentation with a mask by author and structure, and its named states', () => {
    const list = [
      ...LIST,
      { ...segmentation('none', ANN), mask: null },
      segmentation('left', null),
      { ...segmentation('new', null), id: null },
    ];
    expect(sideOptions(list, OWN, new Map([['bob', [state('round 2', 41)]]])).map(({ id, label, at }) => [id, label, at])).toEqual([
      ['own', 'You · Liver', null],
      ['spleen', 'Ann · Spleen', null],
      ['second', 'You · Liver (2)', null],
      ['bob', 'Bob · Liver', null],
      ['bob@41', 'Bob · Liver · round 2', 41],
      ['left', 'An account that no longer exists · Liver', null],
      ['new', 'You · Liver (3)', null],
    ]);
  });

  it('is first the chosen one and the same structure by somebody else', () => {
    const ids = (chosen: { a: string | null; b: string | null }, options = sideOptions(LIST, OWN, NONE)) => {
      const { a, b } = chosenSides(options, chosen);
      return [a?.id, b?.id];
    };
    expect(ids({ a: 'own', b: null })).toEqual(['own', 'bob']);
    expect(ids({ a: 'spleen', b: null })).toEqual(['spleen', 'own']);
    expect(ids({ a: 'own', b: 'second' })).toEqual(['own', 'second']);
    expect(ids({ a: null, b: 'own' })).toEqual(['spleen', 'own']);
    expect(ids({ a: 'gone', b: null })).toEqual(['own', 'bob']);
    expect(ids({ a: 'own', b: null }, sideOptions([LIST[0]!], OWN, NONE))).toEqual(['own', undefined]);
    expect(ids({ a: 'own', b: null }, sideOptions([LIST[0]!], OWN, new Map([['own', [state('x', 3)]]])))).toEqual(['own', 'own@3']);
  });

  it('has its segments, and is not compared on other slices than it was drawn on', () => {
    const [option] = sideOptions(LIST, OWN, NONE);
    const { grid } = testSource(8);
    const codes = { ...NO_CODES, type: { scheme: 'SCT' as const, value: '10200004', meaning: 'Liver' } };
    expect(sideOf(option!, 'study', { grid, hash: 'hash' }, codes)).toMatchObject({
      ...{ id: 'own', at: null, series: 'ct', structure: 'liver', code: expect.stringContaining('SCT 10200004') },
      segments: [{ uuid: 'own 1', title: 'Part 1' }],
      source: { study: 'study', segmentation: 'own', gridHash: 'hash' },
    });
    expect(sideOf(option!, 'study', { grid, hash: 'other' }, null)).toBeNull();
    expect(sideOf({ ...option!, at: 3 }, 'study', { grid, hash: 'hash' }, null)).toMatchObject({ at: { number: 3 }, code: null });
  });
});

describe('the result of a model [CMP-26]', () => {
  const [option] = proposalOptions([
    {
      ...{ id: 5, series: 'ct', model: { name: 'Liver', number: 2 } },
      summary: { classes: [{ value: 2, title: 'Part 1' }] },
    } as unknown as ShownProposal,
  ]);

  it('can be chosen, and is the other side of a segmentation that is alone', () => {
    const options = [...sideOptions([LIST[0]!], OWN, NONE), option!];
    expect([option!.id, option!.label]).toEqual(['proposal 5', 'Liver 2 · proposed']);
    expect(chosenSides(options, { a: 'own', b: null }).b?.id).toBe('proposal 5');
    expect(chosenSides([...sideOptions(LIST, OWN, NONE), option!], { a: 'own', b: null }).b?.id).toBe('bob');
  });

  it('has its classes as segments, on the slices of its series', () => {
    const { grid } = testSource(8);
    expect(sideOf(option!, 'study', { grid, hash: 'hash' }, null)).toMatchObject({
      ...{ id: 'proposal 5', proposal: 5, series: 'ct', code: null, segments: [{ uuid: '2', title: 'Part 1' }] },
      source: { study: 'study', gridHash: 'hash' },
    });
  });
});

describe('what is said [CMP-21]', () => {
  it('names which side is not as it seems, and why', () => {
    expect(sideText('A', 'open', 'following', null)).toBeNull();
    expect(sideText('B', 'open', 'waiting', null)).toContain('as this device has it');
    expect(sideText('B', 'open', 'waiting', { number: 2 })).toBeNull();
    expect(sideText('B', 'open', 'ended', null)).toContain('may not see B any more');
    expect(sideText('A', 'damaged', null, null)).toContain('cannot be read');
    expect(sideText('A', null, null, null)).toBe('Opening A');
  });

  it('has the difference of volumes with its sign, and as a share of A', () => {
    expect(differenceText({ onlyA: 1.37, onlyB: 0.79, both: 11.71 })).toBe('−0.58 ml, −4 %');
    expect(differenceText({ onlyA: 0, onlyB: 0.5, both: 0 })).toBe('+0.50 ml');
    expect(differenceText({ onlyA: 0.5, onlyB: 0.5, both: 1 })).toBe('0.00 ml, 0 %');
  });

  it('has a reason wherever there are no mm [CMP-03]', () => {
    for (const why of ['no-volume', 'tilted', 'too-large', 'empty'] as const) expect(noDistancesText(why)).toMatch(/\.$/);
    expect(noDistancesText(null)).toBeNull();
  });

  it('tells what became of a majority [CMP-25]', () => {
    expect(agreedText({ ok: true }, 2)).toBe('Made a new segmentation with 2 segments.');
    expect(agreedText({ ok: false, why: 'empty' }, 0)).toContain('Nothing was made.');
    expect(agreedText({ ok: false, why: 'no-room' }, 1)).toContain('full');
  });
});

describe('the arrows to the sides [CMP-22]', () => {
  const pressed = (key: string, more = {}) => ({
    ...{ key, code: key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
    ...more,
  });
  it('lead to differences while something is compared, and through the slices otherwise', () => {
    expect(differenceKey(pressed('ArrowRight'), true)).toEqual({ act: 'difference', by: 1 });
    expect(differenceKey(pressed('ArrowLeft'), true)).toEqual({ act: 'difference', by: -1 });
    for (const [key, more, isComparing] of [
      ['ArrowRight', {}, false],
      ['ArrowDown', {}, true],
      ['ArrowLeft', { shiftKey: true }, true],
    ] as const)
      expect(differenceKey(pressed(key, more), isComparing)).toBeNull();
  });
});
