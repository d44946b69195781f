import type { Tool } from './types.ts';

/** What a key does while the picture has the focus (design.md §16). */
export type KeyAct =
  | { act: 'walk'; by: number }
  | { act: 'walk-to'; slice: 'first' | 'last' }
  | { act: 'zoom'; factor: number }
  | { act: 'tool'; tool: Tool }
  | { act: 'preset'; index: number }
  | { act: 'invert' | 'reset' | 'play' | 'tags' };

interface Key {
  key: string;
  /** The place of the key, whatever Shift makes of it. */
  code: string;
  shiftKey: boolean;
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };
const SHIFT_STEP = 10;
export const ZOOM_STEP = 1.25;

export function keyAct({ key, code, shiftKey }: Key): KeyAct | null {
  const step = STEPS[key];
  if (step !== undefined) return { act: 'walk', by: shiftKey && Math.abs(step) === 1 ? step * SHIFT_STEP : step };
  const digit = shiftKey ? /^Digit([1-9])$/.exec(code)?.[1] : undefined;
  if (digit !== undefined) return { act: 'preset', index: Number(digit) - 1 };
  return OTHERS[key.toLowerCase()] ?? null;
}

const OTHERS: Record<string, KeyAct> = {
  home: { act: 'walk-to', slice: 'first' },
  end: { act: 'walk-to', slice: 'last' },
  '+': { act: 'zoom', factor: ZOOM_STEP },
  '=': { act: 'zoom', factor: ZOOM_STEP },
  '-': { act: 'zoom', factor: 1 / ZOOM_STEP },
  l: { act: 'tool', tool: 'window' },
  n: { act: 'tool', tool: 'pan' },
  z: { act: 'tool', tool: 'zoom' },
  s: { act: 'tool', tool: 'slices' },
  i: { act: 'invert' },
  k: { act: 'play' },
  t: { act: 'tags' },
  ' ': { act: 'reset' },
};
