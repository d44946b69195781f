import { expect, it } from 'vitest';
import { decidedText } from './decisions.ts';

const decided = (
  value: number,
  decision: 'accepted' | 'corrected' | 'refused',
  dice: number | null = null,
  by: string | null = 'A. Demo',
) => ({
  ...{ value, decision, dice, by, at: '2026-11-27 10:00:00' },
});
const summary = {
  classes: [1, 2].map((value) => ({ value, title: `Segment ${value}`, voxels: 10, ml: 0.5 })),
  ...{ entropy: null, unlike: [], seconds: 1 },
};

it.each([
  ['nothing', [], 'proposed, not looked at'],
  ['all accepted', [decided(1, 'accepted', 1), decided(2, 'accepted', 1)], 'accepted by A. Demo'],
  ['all corrected', [decided(1, 'corrected', 0.9), decided(2, 'corrected', 0.92)], 'corrected by A. Demo, Dice 0.91'],
  ['by a deleted account', [decided(1, 'refused', null, null), decided(2, 'refused', null, null)], 'refused'],
  ['one of two', [decided(1, 'accepted', 1)], '1 accepted, 1 not looked at'],
  ['both ways', [decided(1, 'accepted', 1), decided(2, 'refused')], '1 accepted, 1 refused'],
])('what people did is said in words: %s [AI-72]', (_, all, words) => {
  expect(decidedText({ decided: all, summary })).toBe(words);
});
