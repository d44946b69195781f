/** Lines above and below what is on the screen that are drawn as well, so that a quick wheel meets no gap. */
const SPARE = 8;

/** Which lines of a scrolled list are drawn: `from` and before `to`. */
export function shownRows(view: { scrollTop: number; height: number; rowPx: number; count: number }): { from: number; to: number } {
  const { scrollTop, height, rowPx, count } = view;
  const first = Math.floor(scrollTop / rowPx) - SPARE;
  const last = Math.ceil((scrollTop + height) / rowPx) + SPARE;
  const to = Math.max(0, Math.min(count, last));
  // A list that became short is still scrolled for a moment.
  return { from: Math.max(0, Math.min(first, to - Math.ceil(height / rowPx))), to };
}

/** Where to scroll so that a line is wholly on the screen; the same if it is. */
export function scrollTopFor(at: number, view: { scrollTop: number; height: number; rowPx: number }): number {
  const { scrollTop, height, rowPx } = view;
  const top = at * rowPx;
  if (top < scrollTop) return top;
  return top + rowPx > scrollTop + height ? top + rowPx - height : scrollTop;
}

/** How many lines a page key moves. */
export const pageOf = ({ height, rowPx }: { height: number; rowPx: number }): number => Math.max(1, Math.floor(height / rowPx) - 1);
