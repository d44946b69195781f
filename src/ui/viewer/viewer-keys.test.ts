import { expect, test } from 'vitest';
import { keyAct } from './viewer-keys.ts';

const press = (key: string, about: { code?: string; shiftKey?: boolean } = {}) => keyAct({ key, code: '', shiftKey: false, ...about });

test('keys walk, by one, by ten, to the ends', () => {
  expect(press('ArrowDown')).toEqual({ act: 'walk', by: 1 });
  expect(press('ArrowLeft', { shiftKey: true })).toEqual({ act: 'walk', by: -10 });
  expect(press('PageDown', { shiftKey: true })).toEqual({ act: 'walk', by: 10 });
  expect(press('End')).toEqual({ act: 'walk-to', slice: 'last' });
});

test('presets are found by the place of their key: Shift writes another sign on every keyboard', () => {
  expect(press('!', { code: 'Digit1', shiftKey: true })).toEqual({ act: 'preset', index: 0 });
  expect(press('"', { code: 'Digit2', shiftKey: true })).toEqual({ act: 'preset', index: 1 });
  expect(press('1', { code: 'Digit1' })).toBeNull();
});

test('letters count large and small, and what is none of them is left to others', () => {
  expect(press('L')).toEqual({ act: 'tool', tool: 'window' });
  expect(press(' ')).toEqual({ act: 'reset' });
  for (const key of ['Escape', 'Tab', 'q', 'Enter']) expect(press(key)).toBeNull();
});
