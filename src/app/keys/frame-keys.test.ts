import { beforeEach, describe, expect, it } from 'vitest';
import { createFrameKeys, type FrameKey, type Press } from './frame-keys.ts';

const PATHS = new Map([
  ['U', '/upload-v2'],
  ['S', '/studies-v2'],
]);
let areOn: boolean;
let atMs: number;
let press: (key: string, about?: Partial<Press>) => FrameKey | null;

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
  it('and a letter lead to the area of that letter', () => {
    expect(press('g')).toBeNull();
    expect(press('s')).toEqual({ act: 'go', path: '/studies-v2' });
    expect(press('s')).toBeNull();
  });

  it('leads nowhere with a letter of nothing, and begins anew', () => {
    press('g');
    expect(press('x')).toBeNull();
    expect(press('s')).toBeNull();
    press('g');
    press('g');
    expect(press('u')).toEqual({ act: 'go', path: '/upload-v2' });
  });

  it('is forgotten after a while', () => {
    press('g');
    atMs += 1_500;
    expect(press('s')).toBeNull();
  });

  it('means nothing to what stands over the page', () => {
    press('g', { isInDialog: true });
    expect(press('s', { isInDialog: true })).toBeNull();
  });
});

it('? opens the map, also over the page, however Shift makes it', () => {
  press('Shift', { shiftKey: true });
  expect(press('?', { shiftKey: true })).toEqual({ act: 'map' });
  expect(press('?', { isInDialog: true })).toEqual({ act: 'map' });
});

it('Ctrl K opens the search wherever a person is, and no other K does', () => {
  expect(press('k', { ctrlKey: true, isTyping: true })).toEqual({ act: 'search' });
  expect(press('k', { metaKey: true })).toEqual({ act: 'search' });
  expect(press('k')).toBeNull();
  expect(press('K', { ctrlKey: true, shiftKey: true })).toBeNull();
});

it('letters that are typed, or were switched off, are letters', () => {
  expect(press('?', { isTyping: true })).toBeNull();
  press('g', { isTyping: true });
  expect(press('s', { isTyping: true })).toBeNull();
  areOn = false;
  press('g');
  expect([press('s'), press('?'), press('k', { ctrlKey: true })]).toEqual([null, null, { act: 'search' }]);
});

it('Ctrl Shift L locks the screen wherever a person is, and no other L does', () => {
  const about = { ctrlKey: true, shiftKey: true };
  for (const where of [{}, { isTyping: true }, { isInDialog: true }]) expect(press('L', { ...about, ...where })).toEqual({ act: 'lock' });
  for (const other of [{}, { ctrlKey: true }, { shiftKey: true }, { ...about, altKey: true }]) expect(press('l', other)).toBeNull();
});
