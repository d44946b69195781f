import { ACTION_IDS, ACTIONS, isActionId, type ActionId, type Chord } from './actions.ts';
import { SAME_AS } from './chords.ts';

/** The keys that a user has changed. */
export type OwnKeys = Partial<Record<ActionId, Chord>>;

export function keyOf(id: ActionId, own: OwnKeys): Chord {
  return own[id] ?? ACTIONS[id].chord;
}

/** What a key does; null: nothing. */
export function actionOf(chord: Chord, own: OwnKeys): ActionId | null {
  const found = ACTION_IDS.find((id) => keyOf(id, own) === chord);
  if (found !== undefined) return found;
  const same = SAME_AS[chord];
  return same === undefined ? null : actionOf(same, own);
}

/** With another key for an action. The action that had it gets the earlier key of this one. */
export function withKey(own: OwnKeys, id: ActionId, chord: Chord): OwnKeys {
  const other = ACTION_IDS.find((each) => each !== id && keyOf(each, own) === chord);
  const next = { ...own, [id]: chord, ...(other === undefined ? {} : { [other]: keyOf(id, own) }) };
  return Object.fromEntries(
    ACTION_IDS.flatMap((each) => (next[each] === undefined || next[each] === ACTIONS[each].chord ? [] : [[each, next[each]]])),
  );
}

/** Keys as they were stored. If two actions have the same one, it was stored by another version, and the keys are as at first. */
export function parseOwnKeys(text: string | null): OwnKeys {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof stored !== 'object' || stored === null) return {};
  const own: OwnKeys = Object.fromEntries(Object.entries(stored).filter(([id, chord]) => isActionId(id) && typeof chord === 'string'));
  const isUnique = new Set(ACTION_IDS.map((id) => keyOf(id, own))).size === ACTION_IDS.length;
  return isUnique ? own : {};
}
