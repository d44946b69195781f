interface Point {
  x: number;
  y: number;
}

/** CSS pixels from a point to the middle of its ring, so that the ring does not cover what the point is on. */
const AWAY = 28;
const MARGIN = 16;

/** Below and to the left of the point; on its other side where the cell ends. */
export function ringPlace({ x, y }: Point, { height }: { height: number }): Point {
  return { x: x - AWAY < MARGIN ? x + AWAY : x - AWAY, y: y + AWAY > height - MARGIN ? y - AWAY : y + AWAY };
}
