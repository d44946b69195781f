import type { KeyboardEvent } from 'react';
import { areLetterKeysOn } from '#ui/browser/letter-keys.ts';

/** The actions of the row keys; keys without one are ignored. */
export interface RowActions {
  toggle: () => void;
  /** Shift and an arrow: gives the newly focused row the selection of this one. */
  extend: (to: HTMLElement) => void;
  selectAll: () => void;
  moveSlice?: (by: number) => void;
  open?: () => void;
  /** By lower-case letter. They also work from the controls of the row, but not in text fields. */
  letters: Readonly<Record<string, () => void>>;
}

/**
 * Keys of a row (design.md §16): arrows, Home and End move through the list across studies, with Shift they select, Space selects, ← →
 * change the slice, Ctrl A selects all, letters act. Except for the letters, they apply only if the row itself has the focus, not a field
 * in it.
 */
export function pressInRow(event: KeyboardEvent<HTMLElement>, actions: RowActions): void {
  const act = actOf(event, actions);
  if (!act) return;
  event.preventDefault();
  act();
}

const SHIFT_STEP = 10;

function actOf(event: KeyboardEvent<HTMLElement>, actions: RowActions): (() => void) | null {
  const { key, shiftKey, currentTarget: row } = event;
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return key.toLowerCase() === 'a' && event.target === row ? actions.selectAll : null;
  const letter = () => (!shiftKey && areLetterKeysOn() ? (actions.letters[key.toLowerCase()] ?? null) : null);
  if (event.target !== row) return isWalkable(event.target) ? letter() : null;
  switch (key) {
    case 'ArrowDown':
      return () => walk(row, 1, shiftKey, actions);
    case 'ArrowUp':
      return () => walk(row, -1, shiftKey, actions);
    case 'Home':
      return () => rowsOfPage().at(0)?.focus();
    case 'End':
      return () => rowsOfPage().at(-1)?.focus();
    case 'ArrowRight':
    case 'ArrowLeft': {
      const { moveSlice } = actions;
      const step = (shiftKey ? SHIFT_STEP : 1) * (key === 'ArrowRight' ? 1 : -1);
      return moveSlice ? () => moveSlice(step) : null;
    }
    case 'Enter':
      return actions.open ?? null;
    case ' ':
      return actions.toggle;
    default:
      return letter();
  }
}

/** Neither a text field, nor a layer over the page that is a child of the row in React. */
function isWalkable(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('[data-row]') !== null &&
    !target.matches('select, input:not([type="checkbox"], [type="range"])')
  );
}

function walk(row: HTMLElement, by: number, isExtending: boolean, { extend }: RowActions): void {
  const rows = rowsOfPage();
  const next = rows[rows.indexOf(row) + by];
  if (!next) return;
  next.focus();
  if (isExtending) extend(next);
}

/** Studies and their unfolded series, as one list. */
function rowsOfPage(): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-row]')).filter((row) => row.checkVisibility());
}
