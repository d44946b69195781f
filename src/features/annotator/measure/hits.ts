import type { Place } from './labels.ts';

/** CSS pixels around a line or a handle within which a pointer takes hold of it. */
export function reachOf(isTouch: boolean): number {
  return isTouch ? 20 : 7;
}

/** The nearest of some places, if it is within reach. */
export function nearestWithin(places: readonly Place[], at: Place, reach: number): number | null {
  const distances = places.map((place) => Math.hypot(place.x - at.x, place.y - at.y));
  const nearest = distances.indexOf(Math.min(...distances));
  return nearest >= 0 && distances[nearest]! <= reach ? nearest : null;
}

export function isOnLine(line: readonly Place[], at: Place, reach: number): boolean {
  if (line.length === 1) return nearestWithin(line, at, reach) !== null;
  return line.some((to, index) => index > 0 && distanceTo(line[index - 1]!, to, at) <= reach);
}

function distanceTo(from: Place, to: Place, at: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / square));
  return Math.hypot(from.x + dx * along - at.x, from.y + dy * along - at.y);
}
