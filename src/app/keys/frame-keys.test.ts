import { beforeEach, describe, expect, it } from 'vitest';
import { createFrameKeys, type FrameKey, type KeyPress } from './frame-keys.ts';

const PATHS = new Map([
  ['U', '/upload-v2'],
  ['S', '/studies-v2'],
]);
let areOn: boolean;
let atMs: number;
let press: (key: string, about?: Partial<KeyPress>) => FrameKey | null;

beforeEach(() => {
  areOn = true;
  atMs = 0;
  const frameKeys = createFrameKeys({ pathOf: (letter) => PATHS.get(letter), areLettersOn: () => areOn });
  press = (key, about = {}) => {
    atMs += 100;
    const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isTyping: false, isInDialog: false };
    return frameKeys({ key, ...none, atMs, ...about });
  };
});

describe('G', () => {
  it('followed by a letter opens the area of that letter', () => {
    expect(press('g')).toBeNull();
    expect(press('s')).toEqual({ act: 'go', path: '/studies-v2' });
    expect(press('s')).toBeNull();
  });

  it('followed by an unassigned letter opens nothing and starts over', () => {
    press('g');
    expect(press('x')).toBeNull();
    expect(press('s')).toBeNull();
    press('g');
    press('g');
    expect(press('u')).toEqual({ act: 'go', path: '/upload-v2' });
  });

  it('is forgotten after a pause', () => {
    press('g');
    atMs += 1_500;
    expect(press('s')).toBeNull();
  });

  it('does nothing in a dialog', () => {
    press('g', { isInDialog: true });
    expect(press('s', { isInDialog: true })).toBeNull();
  });
});

it('? opens the key map, also over a dialog, on any keyboard layout', () => {
  press('Shift', { shiftKey: true });
  expect(press('?', { shiftKey: true })).toEqual({ act: 'map' });
  expect(press('?', { isInDialog: true })).toEqual({ act: 'map' });
});

it('Ctrl K opens the search anywhere, and no other K does', () => {
  expect(press('k', { ctrlKey: true, isTyping: true })).toEqual({ act: 'search' });
  expect(press('k', { metaKey: true })).toEqual({ act: 'search' });
  expect(press('k')).toBeNull();
  expect(press('K', { ctrlKey: true, shiftKey: true })).toBeNull();
});

it('letters are ignored while the user types or when shortcuts are switched off', () => {
  expect(press('?', { isTyping: true })).toBeNull();
  press('g', { isTyping: true });
  expect(press('s', { isTyping: true })).toBeNull();
  areOn = false;
  press('g');
  expect([press('s'), press('?'), press('k', { ctrlKey: true })]).toEqual([null, null, { act: 'search' }]);
});

it('Ctrl Shift L locks the screen anywhere, and no other L does', () => {
  const about = { ctrlKey: true, shiftKey: true };
  for (const where of [{}, { isTyping: true }, { isInDialog: true }]) expect(press('L', { ...about, ...where })).toEqual({ act: 'lock' });
  for (const other of [{}, { ctrlKey: true }, { shiftKey: true }, { ...about, altKey: true }]) expect(press('l', other)).toBeNull();
});
