import type { KeyboardEvent } from 'react';

export interface RowActs {
  toggle: () => void;
  moveSlice: (by: number) => void;
  /** Opens the panel on the slice that the row shows. */
  lookAt: () => void;
}

/** Keys of a row that has the focus itself, not one of its fields: arrows and ends walk the list, Space selects, ← → walk the slices, Enter or V looks at them. */
export function rowKeys(acts: RowActs) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = event.currentTarget;
    if (event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOf(event.key, event.shiftKey, row, acts);
    if (!act) return;
    event.preventDefault();
    act();
  };
}

const SHIFT_STEP = 10;

function actOf(key: string, shift: boolean, row: HTMLElement, { toggle, moveSlice, lookAt }: RowActs): (() => void) | null {
  const step = shift ? SHIFT_STEP : 1;
  switch (key) {
    case 'ArrowDown':
      return () => focusRow(row, (index) => index + 1);
    case 'ArrowUp':
      return () => focusRow(row, (index) => index - 1);
    case 'Home':
      return () => focusRow(row, () => 0);
    case 'End':
      return () => focusRow(row, (_, last) => last);
    case 'ArrowRight':
      return () => moveSlice(step);
    case 'ArrowLeft':
      return () => moveSlice(-step);
    case ' ':
      return toggle;
    case 'Enter':
    case 'v':
    case 'V':
      return lookAt;
    default:
      return null;
  }
}

/** Over the borders of studies: all series rows of the page are one list. */
function focusRow(row: HTMLElement, wanted: (index: number, last: number) => number): void {
  const rows = Array.from(document.querySelectorAll<HTMLElement>('[data-series][tabindex]'));
  const last = rows.length - 1;
  rows[Math.min(last, Math.max(0, wanted(rows.indexOf(row), last)))]?.focus();
}
