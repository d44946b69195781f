import { expect, it } from 'vitest';
import { extended, marksAt, moved, NO_MARKS, placeOf, settled, toggled, toggledAll, type MarkedLine } from './marks.ts';

const LINES: MarkedLine[] = ['..', 'a', 'b', 'c', 'd'].map((key) => ({ key, isEntry: key !== '..' }));
const selected = ({ selected: keys }: { selected: ReadonlySet<string> }) => [...keys].toSorted();

it('the cursor stays within the lines', () => {
  expect([moved(NO_MARKS, LINES, -3).cursor, moved(NO_MARKS, LINES, 99).cursor, moved(NO_MARKS, [], 2).cursor]).toEqual(['..', 'd', null]);
});

it('a line is selected and no longer, the way up never', () => {
  const once = toggled(marksAt('a'), LINES, 1);
  expect([selected(once), once.cursor]).toEqual([['a'], 'a']);
  expect(selected(toggled(once, LINES, 1))).toEqual([]);
  expect(selected(toggled(once, LINES, 0))).toEqual(['a']);
});

it('a range grows and shrinks from where it began, and leaves what was selected before', () => {
  const before = toggled(NO_MARKS, LINES, 4);
  const begun = moved(before, LINES, 1);
  const grown = extended(extended(begun, LINES, 2), LINES, 3);
  expect(selected(grown)).toEqual(['a', 'b', 'c', 'd']);
  const shrunk = extended(grown, LINES, 2);
  expect([selected(shrunk), shrunk.cursor]).toEqual([['a', 'b', 'd'], 'b']);
  expect(selected(extended(shrunk, LINES, 0))).toEqual(['a', 'd']);
});

it('all are selected, and none once all are', () => {
  const all = toggledAll(toggled(NO_MARKS, LINES, 2), LINES);
  expect(selected(all)).toEqual(['a', 'b', 'c', 'd']);
  expect(selected(toggledAll(all, LINES))).toEqual([]);
});

it('when lines go, their selection goes, and the cursor stays at its place on the screen', () => {
  const marks = moved(toggled(toggled(NO_MARKS, LINES, 1), LINES, 2), LINES, 2);
  const left = LINES.filter(({ key }) => key !== 'b' && key !== 'c');
  const after = settled(marks, left);
  expect([selected(after), after.cursor, placeOf(after, left)]).toEqual([['a'], 'd', 2]);
  expect(settled(after, left)).toBe(after);
});

it('a line that moved keeps the cursor', () => {
  const marks = moved(NO_MARKS, LINES, 3);
  const more = [{ key: '0', isEntry: true }, ...LINES];
  expect([settled(marks, more).cursor, settled(marks, more).at]).toEqual(['c', 4]);
});

it('ten thousand lines are selected by a range at once', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({ key: String(n), isEntry: true }));
  expect(extended(moved(NO_MARKS, many, 0), many, 9_999).selected.size).toBe(10_000);
});
