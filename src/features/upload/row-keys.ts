import type { KeyboardEvent } from 'react';
import { areLetterKeysOn } from '#ui/letter-keys.ts';

/** What the keys of a row do; one that is left out means nothing there. */
export interface RowActs {
  toggle: () => void;
  /** Shift and an arrow: the row that has the focus now goes as this one does. */
  extend: (to: HTMLElement) => void;
  selectAll: () => void;
  moveSlice?: (by: number) => void;
  open?: () => void;
  /** By letter, in lower case. They act from the controls of the row too, but not where somebody writes. */
  letters: Readonly<Record<string, () => void>>;
}

/**
 * Keys of a row (design.md §16): arrows and ends walk the list over the borders of studies, with Shift they select, Space selects, ← → walk the
 * slices, Ctrl A selects all, letters act. But for the letters, of a row that has the focus itself, not one of its fields.
 */
export function pressInRow(event: KeyboardEvent<HTMLElement>, acts: RowActs): void {
  const act = actOf(event, acts);
  if (!act) return;
  event.preventDefault();
  act();
}

const SHIFT_STEP = 10;

function actOf(event: KeyboardEvent<HTMLElement>, acts: RowActs): (() => void) | null {
  const { key, shiftKey, currentTarget: row } = event;
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return key.toLowerCase() === 'a' && event.target === row ? acts.selectAll : null;
  const letter = () => (!shiftKey && areLetterKeysOn() ? (acts.letters[key.toLowerCase()] ?? null) : null);
  if (event.target !== row) return isWalkable(event.target) ? letter() : null;
  switch (key) {
    case 'ArrowDown':
      return () => walk(row, 1, shiftKey, acts);
    case 'ArrowUp':
      return () => walk(row, -1, shiftKey, acts);
    case 'Home':
      return () => rowsOfPage().at(0)?.focus();
    case 'End':
      return () => rowsOfPage().at(-1)?.focus();
    case 'ArrowRight':
    case 'ArrowLeft': {
      const { moveSlice } = acts;
      const step = (shiftKey ? SHIFT_STEP : 1) * (key === 'ArrowRight' ? 1 : -1);
      return moveSlice ? () => moveSlice(step) : null;
    }
    case 'Enter':
      return acts.open ?? null;
    case ' ':
      return acts.toggle;
    default:
      return letter();
  }
}

/** Not a field that letters are written in, nor something over the page that React counts to the row. */
function isWalkable(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('[data-row]') !== null &&
    !target.matches('select, input:not([type="checkbox"], [type="range"])')
  );
}

function walk(row: HTMLElement, by: number, isExtending: boolean, { extend }: RowActs): void {
  const rows = rowsOfPage();
  const next = rows[rows.indexOf(row) + by];
  if (!next) return;
  next.focus();
  if (isExtending) extend(next);
}

/** Studies and their series, as far as they are unfolded: one list. */
function rowsOfPage(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-row]')).filter((row) => row.checkVisibility());
}
