import { expect, test } from 'vitest';
import { keyAct } from './viewer-keys.ts';

const press = (key: string, about: { code?: string; shiftKey?: boolean } = {}) => keyAct({ key, code: '', shiftKey: false, ...about });

test('keys scroll by one, by ten and to the ends', () => {
  expect(press('ArrowDown')).toEqual({ act: 'walk', by: 1 });
  expect(press('ArrowLeft', { shiftKey: true })).toEqual({ act: 'walk', by: -10 });
  expect(press('PageDown', { shiftKey: true })).toEqual({ act: 'walk', by: 10 });
  expect(press('End')).toEqual({ act: 'walk-to', slice: 'last' });
});

test('presets are found by the position of their key, because Shift types another character on every keyboard', () => {
  expect(press('!', { code: 'Digit1', shiftKey: true })).toEqual({ act: 'preset', index: 0 });
  expect(press('"', { code: 'Digit2', shiftKey: true })).toEqual({ act: 'preset', index: 1 });
  expect(press('1', { code: 'Digit1' })).toBeNull();
});

test('letters work in upper and lower case, and other keys are ignored', () => {
  expect(press('L')).toEqual({ act: 'tool', tool: 'window' });
  expect(press(' ')).toEqual({ act: 'reset' });
  for (const key of ['Escape', 'Tab', 'q', 'Enter']) expect(press(key)).toBeNull();
});
