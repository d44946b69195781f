interface Point {
  x: number;
  y: number;
}

/** CSS pixels. */
const AWAY = 28;
const MARGIN = 16;

/** Above and to the right of the point, where no ring of a comment is; on its other side where the cell ends. */
export function lesionRing({ x, y }: Point, { width }: { width: number }): Point {
  return { x: x + AWAY > width - MARGIN ? x - AWAY : x + AWAY, y: y - AWAY < MARGIN ? y + AWAY : y - AWAY };
}
