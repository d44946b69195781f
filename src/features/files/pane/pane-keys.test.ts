import { expect, it } from 'vitest';
import { paneKey, placeAfter, type PressedKey } from './pane-keys.ts';

const press = (key: string, held: Partial<PressedKey> = {}, isBin = false) =>
  paneKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, isBin);

it.each([
  ['F2', 'rename'],
  ['F3', 'view'],
  ['F4', 'zip'],
  ['F5', 'copy'],
  ['F6', 'move'],
  ['F7', 'folder'],
  ['F8', 'delete'],
  ['Delete', 'delete'],
  ['F9', 'download'],
] as const)('%s is to %s [FM-014]', (key, act) => {
  expect(press(key)).toEqual({ does: 'act', act });
});

it('a bin has acts of its own', () => {
  expect([press('F6', {}, true), press('F8', {}, true), press('F5', {}, true)]).toEqual([
    { does: 'act', act: 'restore' },
    { does: 'act', act: 'erase' },
    null,
  ]);
});

it('arrows move, with Shift they select a range', () => {
  expect(press('ArrowDown')).toEqual({ does: 'move', to: 'next', isRange: false });
  expect(press('PageUp', { shiftKey: true })).toEqual({ does: 'move', to: 'page-up', isRange: true });
});

it('Tab goes to the other pane, and Shift Tab leaves', () => {
  expect([press('Tab'), press('Tab', { shiftKey: true }), press('Escape')]).toEqual([{ does: 'other-pane' }, null, { does: 'leave' }]);
});

it('letters find a name; combinations are left to the browser and to the frame', () => {
  expect([press('g'), press('Ä', { shiftKey: true })]).toEqual([
    { does: 'find', letter: 'g' },
    { does: 'find', letter: 'Ä' },
  ]);
  expect([press('k', { ctrlKey: true }), press('F5', { ctrlKey: true }), press('F4', { altKey: true }), press('Shift')]).toEqual(
    Array(4).fill(null),
  );
});

it('Ctrl A selects all, Insert and Space one', () => {
  expect([press('a', { ctrlKey: true }), press('a', { metaKey: true }), press('Insert'), press(' ')].map((key) => key?.does)).toEqual([
    'select-all',
    'select-all',
    'select',
    'select',
  ]);
});

it('moves stay within the lines', () => {
  const of = { count: 30, page: 10 };
  expect([
    placeAfter('previous', 0, of),
    placeAfter('page-down', 25, of),
    placeAfter('last', 3, of),
    placeAfter('page-up', 15, of),
  ]).toEqual([0, 29, 29, 5]);
});
