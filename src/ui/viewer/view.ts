import { formatFigure } from '#language/numbers.ts';
import type { Tool, ViewPreset, ViewWindow } from './types.ts';
import { FITTED, kept, zoomedAt, type Place, type Sizes } from './view-place.ts';

/** The view state of a series. */
export interface View {
  slice: number;
  window: ViewWindow;
  isInverted: boolean;
  /** ID of the chosen colours; null: grey was chosen; undefined: nobody has chosen. */
  colours: string | null | undefined;
  place: Place;
  /** Null: nobody has chosen one; a mouse sets the window then, and a finger walks. */
  tool: Tool | null;
}

export function firstView(slice: number): View {
  return { slice, window: 'stored', isInverted: false, colours: undefined, place: FITTED, tool: null };
}

/** What people do to a view. Slices are from 0 to less than their number, whatever is asked for (PREV-002). */
export type ViewAct =
  | { act: 'walk-to'; slice: number; slices: number }
  | { act: 'walk'; by: number; slices: number; isRound?: boolean }
  | { act: 'window'; window: ViewWindow }
  | { act: 'colours'; colours: string | null }
  | { act: 'invert' }
  | { act: 'reset' }
  | { act: 'fit' }
  | { act: 'tool'; tool: Tool }
  | { act: 'pan'; dx: number; dy: number; sizes: Sizes | null }
  | { act: 'zoom'; factor: number; at: { x: number; y: number }; sizes: Sizes | null }
  | { act: 'restore'; view: View };

export function viewAfter(view: View, act: ViewAct): View {
  switch (act.act) {
    case 'walk-to':
      return { ...view, slice: within(act.slice, act.slices) };
    case 'walk': {
      const slice = act.isRound ? (view.slice + act.by + act.slices) % act.slices : within(view.slice + act.by, act.slices);
      return slice === view.slice ? view : { ...view, slice };
    }
    case 'window':
      return { ...view, window: act.window, colours: null };
    case 'colours':
      return { ...view, colours: act.colours };
    case 'invert':
      return { ...view, isInverted: !view.isInverted };
    case 'reset':
      return { ...firstView(view.slice), tool: view.tool };
    case 'fit':
      return { ...view, place: FITTED };
    case 'tool':
      return { ...view, tool: act.tool };
    case 'pan':
      return moved(view, { ...view.place, x: view.place.x + act.dx, y: view.place.y + act.dy }, act.sizes);
    case 'zoom':
      return moved(view, zoomedAt(view.place, act.factor, act.at), act.sizes);
    case 'restore':
      return { ...act.view, tool: view.tool };
  }
}

function within(slice: number, slices: number): number {
  return Math.max(0, Math.min(slices - 1, slice));
}

function moved(view: View, place: Place, sizes: Sizes | null): View {
  return sizes ? { ...view, place: kept(place, sizes) } : view;
}

/** The window that a drag makes of the one that it began with: so many of its widths wider, and higher. Never so narrow that it is none. */
export function widened(from: { center: number; width: number }, byWidth: number, byCenter: number): { center: number; width: number } {
  const narrowest = Math.min(from.width, Math.max(from.width / 1000, from.width > 4 ? 1 : 0));
  return { width: Math.max(narrowest, from.width * (1 + byWidth)), center: from.center + from.width * byCenter };
}

/** Of the preset that is in use its name, for the menu. */
export function presetName(presets: readonly ViewPreset[], window: ViewWindow): string | null {
  const same = presets.find((preset) =>
    typeof preset.window === 'string' || typeof window === 'string'
      ? preset.window === window
      : preset.window.center === window.center && preset.window.width === window.width,
  );
  return same?.name ?? null;
}

/** A figure of a window: whole, or with three digits where values are small. */
export function windowFigure(value: number): string {
  return Math.abs(value) >= 10 || Number.isInteger(value) ? String(Math.round(value)) : formatFigure(Number(value.toPrecision(3)));
}
