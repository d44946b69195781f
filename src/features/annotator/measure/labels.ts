export interface Place {
  x: number;
  y: number;
}

/** CSS pixels of the cell. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Wanted {
  /** What is measured. */
  of: Box;
  label: { width: number; height: number };
  cell: { width: number; height: number };
  /** Other measurements, labels that have their place, and the words in the corners. */
  taken: readonly Box[];
}

/** The first distance leaves room for the leader. */
const DISTANCES = [28, 56, 96, 150];
const MARGIN = 8;

/**
 * Where a label stands: beside what is measured, so that it does not cover it, and clear of the others where there is room. Else over the others, and
 * only if there is no room at all over what is measured.
 */
export function placeLabel({ of, label, cell, taken }: Wanted): Box {
  const inside = DISTANCES.flatMap((distance) => candidates(of, label, distance)).filter((box) => isInside(box, cell));
  const free = inside.find((box) => !taken.some((other) => overlap(box, other)));
  return free ?? inside[0] ?? clamped(candidates(of, label, DISTANCES[0]!)[0]!, cell);
}

function candidates(of: Box, { width, height }: Wanted['label'], distance: number): Box[] {
  const [x, y] = [(of.left + of.right) / 2, (of.top + of.bottom) / 2];
  const at = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height });
  return [
    at(of.right + distance, y - height / 2),
    at(of.left - distance - width, y - height / 2),
    at(x - width / 2, of.bottom + distance),
    at(x - width / 2, of.top - distance - height),
    at(of.right + distance, of.bottom + distance / 2),
    at(of.left - distance - width, of.top - distance / 2 - height),
  ];
}

const isInside = (box: Box, cell: Wanted['cell']): boolean =>
  box.left >= MARGIN && box.top >= MARGIN && box.right <= cell.width - MARGIN && box.bottom <= cell.height - MARGIN;

export const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function clamped({ left, top, right, bottom }: Box, { width, height }: Wanted['cell']): Box {
  const dx = Math.max(MARGIN - left, Math.min(0, width - MARGIN - right));
  const dy = Math.max(MARGIN - top, Math.min(0, height - MARGIN - bottom));
  return { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy };
}

export function boxOf(places: readonly Place[]): Box {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The dotted line from what is measured, at the nearest of its places, to the nearest edge of its label; null if they touch. */
export function leaderOf(label: Box, places: readonly Place[]): { from: Place; to: Place } | null {
  const ends = places.map((from) => ({ from, to: nearestOn(label, from) }));
  const long = ({ from, to }: (typeof ends)[number]) => Math.hypot(to.x - from.x, to.y - from.y);
  const best = ends.toSorted((a, b) => long(a) - long(b))[0];
  return best !== undefined && long(best) > MARGIN ? best : null;
}

/** In the middle of the upright edge that faces the place, or of the level one if the place is above or below. */
function nearestOn({ left, top, right, bottom }: Box, { x, y }: Place): Place {
  if (x < left) return { x: left - 4, y: (top + bottom) / 2 };
  if (x > right) return { x: right + 4, y: (top + bottom) / 2 };
  return { x: (left + right) / 2, y: y < top ? top - 2 : bottom + 2 };
}
