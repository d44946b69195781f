import { describe, expect, it } from 'vitest';
import { ACTION_IDS, ACTIONS } from './actions.ts';
import { keyAct, waitingKey } from './annotator-keys.ts';
import { chordOf, type Pressed } from './chords.ts';
import { actionOf, keyOf, parseOwnKeys, withKey, type OwnKeys } from './own-keys.ts';

const pressed = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  ...{ key, code: '', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  ...more,
});
const act = (key: string, more: Partial<Pressed> = {}, own: OwnKeys = {}) => keyAct(pressed(key, more), own);

/** The event of a key as it is shown. */
function eventOf(chord: string): Pressed {
  const name = chord.replace('Shift ', '');
  const key = { Space: ' ', Del: 'Delete' }[name] ?? name;
  const shiftKey = chord.startsWith('Shift ') || chord === '?' || chord === '+';
  return pressed(!shiftKey && /^[A-Z]$/.test(key) ? key.toLowerCase() : key, { shiftKey });
}

describe('keys of the annotator [ANN-13]', () => {
  it('are different for each action, and do what is listed', () => {
    expect(new Set(ACTION_IDS.map((id) => ACTIONS[id].chord)).size).toBe(ACTION_IDS.length);
    for (const id of ACTION_IDS) expect([id, keyAct(eventOf(ACTIONS[id].chord), {})]).toEqual([id, ACTIONS[id].act]);
  });

  it('Ctrl Z undoes and Ctrl Shift Z redoes, and other keys with Ctrl are the browser’s', () => {
    const withCtrl = (key: string, shiftKey = false) => act(key, { shiftKey, ctrlKey: true });
    expect([withCtrl('z'), withCtrl('Z', true), withCtrl('m')]).toEqual([{ act: 'undo' }, { act: 'redo' }, null]);
  });

  it('Ctrl Enter goes to the next case [REVIEW-14]', () => {
    expect(act('Enter', { ctrlKey: true })).toEqual({ act: 'task', key: 'next-case' });
  });

  it('digits are those of the row of keys, whatever Shift makes of them, and letters those of the label', () => {
    expect(act('"', { code: 'Digit2', shiftKey: true })).toEqual({ act: 'preset', index: 1 });
    expect(act('2', { code: 'Digit2', altKey: true })).toEqual({ act: 'layout', layout: { rows: 1, columns: 2 } });
    expect(act('a', { code: 'KeyQ' })).toEqual({ act: 'tool', tool: 'angle' });
    expect([act('='), act('Backspace')]).toEqual([ACTIONS['zoom-in'].act, { act: 'delete' }]);
  });
});

describe('changed keys [ANN-65]', () => {
  it('act instead of the first ones', () => {
    const own = withKey({}, 'invert', 'Shift Q');
    expect(own).toEqual({ invert: 'Shift Q' });
    expect([act('Q', { shiftKey: true }, own), act('i', {}, own)]).toEqual([{ act: 'invert' }, null]);
  });

  it('are exchanged with the action that has the key', () => {
    const own = withKey({}, 'length', 'N');
    expect([own, actionOf('M', own), actionOf('N', own)]).toEqual([{ length: 'N', pan: 'M' }, 'pan', 'length']);
    expect(withKey(own, 'length', 'M')).toEqual({});
  });

  it('never give one key to two actions', () => {
    let own: OwnKeys = {};
    for (const [index, id] of ACTION_IDS.entries()) own = withKey(own, id, ACTIONS[ACTION_IDS[(index * 7 + 3) % ACTION_IDS.length]!].chord);
    expect(new Set(ACTION_IDS.map((id) => keyOf(id, own))).size).toBe(ACTION_IDS.length);
  });

  it('of another version are left, if they are unknown or two are the same', () => {
    expect(parseOwnKeys('{"invert":"Shift Z","unknown":"Y","turn":3}')).toEqual({ invert: 'Shift Z' });
    expect([parseOwnKeys('{"invert":"N"}'), parseOwnKeys('{'), parseOwnKeys(null), parseOwnKeys('null')]).toEqual([{}, {}, {}, {}]);
  });

  it('cannot be digits, keys with Ctrl or Alt, or keys that walk', () => {
    expect([pressed('2'), pressed('a', { ctrlKey: true }), pressed('ArrowUp'), pressed('F5'), pressed('Tab')].map(chordOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([pressed('ö'), pressed('Ö', { shiftKey: true }), pressed('%', { shiftKey: true })].map(chordOf)).toEqual(['Ö', 'Shift Ö', '%']);
  });
});

describe('while a correction by clicks, or what scribbles have found, waits [AI-96, SCRIB-05]', () => {
  it.each(['clicks', 'scribbles'] as const)('Enter accepts it and Esc discards it: %s', (act) => {
    const press = (key: string, waiting: typeof act | null = act, more = {}) =>
      waitingKey({ key, code: key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more }, waiting);
    expect([press('Enter'), press('Escape')]).toEqual([
      { act, how: 'accept' },
      { act, how: 'discard' },
    ]);
    expect([press('Enter', null), press('Enter', act, { ctrlKey: true }), press('a')]).toEqual([null, null, null]);
  });
});
