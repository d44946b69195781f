const ROUND_MM = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The longest round length of at most `mostPx` screen pixels, and its pixels; null if none is that short. */
export function scaleBar(mmPerPx: number, mostPx: number): { mm: number; px: number } | null {
  const mm = ROUND_MM.findLast((length) => length / mmPerPx <= mostPx);
  return mm === undefined ? null : { mm, px: mm / mmPerPx };
}
