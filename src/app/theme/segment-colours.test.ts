import { expect, it } from 'vitest';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import theme from './theme.json' with { type: 'json' };

it('the colours of structures are those of the theme', () => {
  expect(SEGMENT_COLOURS.map(({ value }) => value)).toEqual(theme.other.segmentColors);
});
