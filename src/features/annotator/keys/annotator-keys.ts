import type { ProposalDecision } from '#contract/ai/inferences.ts';
import type { ComputeTool } from '#features/annotator/masks/compute/compute-tools.ts';
import type { TaskKey } from '#features/annotator/case-task.ts';
import type { Layout, Tool } from '#features/annotator/station/station.ts';
import { chordOf, type Pressed } from './chords.ts';
import { ACTIONS } from './actions.ts';
import { actionOf, type OwnKeys } from './own-keys.ts';

/** What a key does while an image has the focus (design.md §16, picture 51). */
export type KeyAct =
  | { act: 'tool'; tool: Tool }
  | { act: 'walk'; by: number }
  | { act: 'difference'; by: 1 | -1 }
  | { act: 'walk-to'; end: 'first' | 'last' }
  | { act: 'walk-volume'; by: number }
  | { act: 'zoom'; factor: number }
  | { act: 'preset'; index: number }
  | { act: 'layout'; layout: Layout }
  | { act: 'next-pane' | 'three-planes' | 'full' | 'play' | 'strip' | 'tags' | 'keys' | 'align' | 'overlays' | 'show-3d' | 'dim' }
  | { act: 'undo' | 'redo' | 'delete' | 'key-image' | 'comment' | 'to-middle' }
  | { act: 'path'; how: 'add' | 'show' | 'drop' | 'delete' }
  /** Steps of the crosshair on the screen. */
  | { act: 'cursor'; right: number; below: number }
  /** Degrees. */
  | { act: 'turn-path'; by: number }
  | { act: 'move-link'; direction: 1 | -1 }
  | { act: 'radius'; direction: 1 | -1 }
  | { act: 'compute'; tool: ComputeTool }
  | { act: 'clicks' | 'scribbles'; how: 'accept' | 'discard' }
  | { act: 'segment'; index: number }
  | { act: 'proposal'; decision: ProposalDecision }
  | { act: 'task'; key: TaskKey }
  | { act: 'invert' | 'reset' | 'turn' | 'flip-sideways' | 'flip-upright' | 'smooth' };

/** By the digit that is pressed with Alt: as many panes. */
const LAYOUTS: Record<string, Layout> = {
  1: { rows: 1, columns: 1 },
  2: { rows: 1, columns: 2 },
  3: { rows: 1, columns: 3 },
  4: { rows: 2, columns: 2 },
  5: { rows: 2, columns: 1 },
  6: { rows: 2, columns: 3 },
  7: { rows: 3, columns: 1 },
  8: { rows: 3, columns: 2 },
  9: { rows: 3, columns: 3 },
};

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };
const SHIFT_STEP = 10;

/** `own`: the keys that the user has changed. */
export function keyAct(pressed: Pressed, own: OwnKeys): KeyAct | null {
  const { key, code, shiftKey, altKey, ctrlKey, metaKey } = pressed;
  if ((ctrlKey || metaKey) && key === 'Home' && !altKey) return { act: 'to-middle' };
  if ((ctrlKey || metaKey) && key === 'Enter' && !altKey) return { act: 'task', key: 'next-case' };
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' && !altKey ? { act: shiftKey ? 'redo' : 'undo' } : null;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  if (altKey) {
    const layout = digit === undefined ? undefined : LAYOUTS[digit];
    if (layout) return { act: 'layout', layout };
    return digit === '0' ? { act: 'three-planes' } : null;
  }
  const step = STEPS[key];
  if (step !== undefined) return { act: 'walk', by: shiftKey && Math.abs(step) === 1 ? step * SHIFT_STEP : step };
  if (digit !== undefined && digit !== '0') return { act: shiftKey ? 'preset' : 'segment', index: Number(digit) - 1 };
  const chord = chordOf(pressed);
  const action = chord === null ? null : actionOf(chord, own);
  return action && ACTIONS[action].act;
}

/** While two segmentations are compared, the arrows to the sides lead to their differences. */
export function differenceKey({ key, shiftKey, altKey, ctrlKey, metaKey }: Pressed, isComparing: boolean): KeyAct | null {
  if (!isComparing || shiftKey || altKey || ctrlKey || metaKey) return null;
  if (key === 'ArrowRight') return { act: 'difference', by: 1 };
  return key === 'ArrowLeft' ? { act: 'difference', by: -1 } : null;
}

/** While a correction by clicks waits for a decision, or what scribbles have found. */
export function waitingKey({ key, shiftKey, altKey, ctrlKey, metaKey }: Pressed, act: 'clicks' | 'scribbles' | null): KeyAct | null {
  if (act === null || shiftKey || altKey || ctrlKey || metaKey) return null;
  if (key === 'Enter') return { act, how: 'accept' };
  return key === 'Escape' ? { act, how: 'discard' } : null;
}

/** Whether it is a letter, which a person may have turned off. */
export function isLetter({ key }: Pick<Pressed, 'key'>): boolean {
  return /^[a-z]$/i.test(key);
}
