import { expect, it } from 'vitest';
import type { MeasurementKind } from '#contract/measurements.ts';
import { keyAct } from '#features/annotator/keys/annotator-keys.ts';
import { KIND_KEYS } from './measure-kinds.ts';

const pressed = (shortcut: string) => {
  const letter = shortcut.at(-1)!;
  const shiftKey = shortcut.startsWith('Shift ');
  return keyAct({
    key: shiftKey ? letter : letter.toLowerCase(),
    code: `Key${letter}`,
    shiftKey,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
  });
};

it.each(Object.entries(KIND_KEYS) as [MeasurementKind, string][])('the key that is shown for %s begins it', (kind, shortcut) => {
  expect(pressed(shortcut)).toEqual(kind === 'key-image' ? { act: 'key-image' } : { act: 'tool', tool: kind });
});

it('Ctrl Z undoes and Ctrl Shift Z redoes, and other keys with Ctrl are the browser’s', () => {
  const withCtrl = (key: string, shiftKey = false) => keyAct({ key, code: '', shiftKey, altKey: false, ctrlKey: true, metaKey: false });
  expect([withCtrl('z'), withCtrl('Z', true), withCtrl('m')]).toEqual([{ act: 'undo' }, { act: 'redo' }, null]);
});
