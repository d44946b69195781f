import { expect, it } from 'vitest';
import { pointsToTable, tableColour } from './colour-table.ts';

const POINTS = [
  { value: -100, color: '#000000', opacity: 1 },
  { value: 100, color: '#FF0000', opacity: 1 },
  { value: 300, color: '#FFFFFF', opacity: 0.5 },
];

const rgba = (word: number) => [...new Uint8Array(Uint32Array.of(word).buffer)];

it.each([256, 4096])('a curve becomes a table of %i colours [ENT-61]', (entries) => {
  const table = pointsToTable(POINTS, entries);
  expect([table.low, table.high, table.colours.length]).toEqual([-100, 300, entries]);
  expect([0, entries - 1].map((entry) => rgba(table.colours[entry]!))).toEqual([
    [0, 0, 0, 255],
    [128, 128, 128, 255],
  ]);
  const [red, green] = rgba(tableColour(table, 100, false));
  expect(red).toBeGreaterThan(252);
  expect(green).toBeLessThan(3);
});

it('values outside the curve have its first and last colour, and inverted the other one', () => {
  const table = pointsToTable(POINTS);
  const [black, grey] = [
    [0, 0, 0, 255],
    [128, 128, 128, 255],
  ];
  expect([-5_000, 5_000].map((value) => rgba(tableColour(table, value, false)))).toEqual([black, grey]);
  expect([-5_000, 5_000].map((value) => rgba(tableColour(table, value, true)))).toEqual([grey, black]);
});
