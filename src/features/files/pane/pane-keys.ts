import { fileActs, type FileActId } from '#features/files/acts/file-acts.ts';

/** What a key does while a pane has the focus. */
export type PaneKey =
  | { does: 'move'; to: Move; isRange: boolean }
  | { does: 'other-pane' | 'leave' | 'open' | 'up' | 'select' | 'select-all' | 'menu' }
  | { does: 'find'; letter: string }
  | { does: 'act'; act: FileActId };

export type Move = 'previous' | 'next' | 'first' | 'last' | 'page-up' | 'page-down';

const MOVES: Readonly<Record<string, Move>> = {
  ArrowUp: 'previous',
  ArrowDown: 'next',
  Home: 'first',
  End: 'last',
  PageUp: 'page-up',
  PageDown: 'page-down',
};

const PLAIN: Readonly<Record<string, Exclude<PaneKey['does'], 'move' | 'find' | 'act'>>> = {
  Tab: 'other-pane',
  Escape: 'leave',
  Enter: 'open',
  Backspace: 'up',
  Insert: 'select',
  ' ': 'select',
  ContextMenu: 'menu',
};

export interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Null: the key is left to the browser. `Shift Tab` leaves a pane backwards, so that nobody is caught in it. */
export function paneKey({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey, isBin: boolean): PaneKey | null {
  if (altKey) return null;
  const isControl = ctrlKey || metaKey;
  if (isControl) return key.toLowerCase() === 'a' && !shiftKey ? { does: 'select-all' } : null;
  const to = MOVES[key];
  if (to !== undefined) return { does: 'move', to, isRange: shiftKey };
  if (key === 'F10' && shiftKey) return { does: 'menu' };
  const pressed = `${shiftKey ? 'Shift ' : ''}${key === 'Delete' ? 'F8' : key}`;
  const act = fileActs(isBin).find((each) => each.key === pressed);
  if (act !== undefined) return { does: 'act', act: act.id };
  const does = PLAIN[key];
  if (does !== undefined) return shiftKey ? null : { does };
  return [...key].length === 1 ? { does: 'find', letter: key } : null;
}

/** Where a move leads, from a line. */
export function placeAfter(move: Move, from: number, { count, page }: { count: number; page: number }): number {
  const to = { previous: from - 1, next: from + 1, first: 0, last: count - 1, 'page-up': from - page, 'page-down': from + page }[move];
  return Math.max(0, Math.min(count - 1, to));
}
