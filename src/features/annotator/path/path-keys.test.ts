import { expect, it } from 'vitest';
import { pathKey } from './path-keys.ts';

const press = (key: string, state: { isChosen: boolean; isAlong: boolean }, more = {}) =>
  pathKey({ key, code: key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more }, state);

it('a path is drawn by keys while the tool is chosen, and no key is taken otherwise [CURV-08]', () => {
  const drawing = { isChosen: true, isAlong: false };
  expect(press(' ', drawing)).toEqual({ act: 'path', how: 'add' });
  expect(press('Enter', drawing)).toEqual({ act: 'path', how: 'show' });
  expect([press('Backspace', drawing), press('Delete', drawing, { shiftKey: true })]).toEqual([
    { act: 'path', how: 'drop' },
    { act: 'path', how: 'delete' },
  ]);
  expect([press('ArrowLeft', drawing), press('ArrowDown', drawing, { shiftKey: true })]).toEqual([
    { act: 'cursor', right: -1, below: 0 },
    { act: 'cursor', right: 0, below: 10 },
  ]);
  expect([press('PageDown', drawing), press('PageUp', drawing)]).toEqual([
    { act: 'walk', by: 1 },
    { act: 'walk', by: -1 },
  ]);
  const none = { isChosen: false, isAlong: false };
  for (const key of [' ', 'Enter', 'Delete', 'ArrowLeft', 'PageDown']) expect(press(key, none)).toBeNull();
  expect(press(' ', drawing, { ctrlKey: true })).toBeNull();
});

it('along the path the arrows to the sides turn it, and the others walk as everywhere [CURV-08]', () => {
  for (const isChosen of [true, false]) {
    const along = { isChosen, isAlong: true };
    expect([press('ArrowRight', along), press('ArrowLeft', along, { shiftKey: true })]).toEqual([
      { act: 'turn-path', by: 5 },
      { act: 'turn-path', by: -45 },
    ]);
    expect([press('ArrowDown', along), press(' ', along), press('Enter', along)]).toEqual([null, null, null]);
  }
});
