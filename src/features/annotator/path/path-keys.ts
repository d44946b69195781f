import type { KeyAct } from '#features/annotator/keys/annotator-keys.ts';
import type { Pressed } from '#features/annotator/keys/chords.ts';

/** Degrees about the path. */
const [TURN, FAST_TURN] = [5, 45];
const FAST = 10;

const ARROWS: Record<string, readonly [right: number, below: number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** `isChosen`: the tool; `isAlong`: the active pane shows its series along the path, whatever the tool is. */
export function pathKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: Pressed,
  { isChosen, isAlong }: { isChosen: boolean; isAlong: boolean },
): KeyAct | null {
  if (altKey || ctrlKey || metaKey) return null;
  const [right, below] = ARROWS[key] ?? [0, 0];
  if (isAlong && right !== 0) return { act: 'turn-path', by: right * (shiftKey ? FAST_TURN : TURN) };
  if (!isChosen) return null;
  if (key === 'Delete' || key === 'Backspace') return { act: 'path', how: shiftKey ? 'delete' : 'drop' };
  if (isAlong) return null;
  if (right !== 0 || below !== 0) return { act: 'cursor', right: right * (shiftKey ? FAST : 1), below: below * (shiftKey ? FAST : 1) };
  if (key === 'PageDown' || key === 'PageUp') return { act: 'walk', by: key === 'PageDown' ? 1 : -1 };
  if (key === ' ' && !shiftKey) return { act: 'path', how: 'add' };
  return key === 'Enter' ? { act: 'path', how: 'show' } : null;
}
