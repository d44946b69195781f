import type { Line } from './graphic.ts';

/** Directions along the borders of pixels, clockwise: to the right, down, to the left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/**
 * The border of a mask along the edges of its pixels, which are neither rounded nor smoothed. Closed lines: those around the mask run clockwise, those
 * around a hole counterclockwise, so that filling by the rule of even and odd gives the mask. Pixels that touch at a corner only have lines of their
 * own. In pixels from the centre of the first one.
 */
export function maskOutline(mask: Uint8Array, width: number, height: number, least = 1): Line[] {
  const isIn = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x]! >= least;
  const edges = borderEdges(isIn, width, height);
  const lines: Line[] = [];
  for (let corner = 0; corner < edges.length; corner += 1) {
    // Every line has an edge that leads to the right, and the first one in its row begins at a corner.
    while (edges[corner]! & 1) lines.push({ points: follow(edges, corner, width + 1), isClosed: true });
  }
  return lines;
}

/** A bit of each corner for every direction in which an edge leaves it. The mask is on the right hand of an edge. */
function borderEdges(isIn: (x: number, y: number) => boolean, width: number, height: number): Uint8Array {
  const across = width + 1;
  const edges = new Uint8Array(across * (height + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isIn(x, y)) continue;
      const corner = y * across + x;
      if (!isIn(x, y - 1)) edges[corner]! |= 1;
      if (!isIn(x + 1, y)) edges[corner + 1]! |= 2;
      if (!isIn(x, y + 1)) edges[corner + across + 1]! |= 4;
      if (!isIn(x - 1, y)) edges[corner + across]! |= 8;
    }
  }
  return edges;
}

/** Takes the edges of one line away, and returns the corners at which it turns. */
function follow(edges: Uint8Array, from: number, across: number): Float64Array {
  const points: number[] = [];
  let [corner, direction, before] = [from, 0, -1];
  do {
    if (direction !== before) points.push((corner % across) - 0.5, Math.floor(corner / across) - 0.5);
    // The first edge stays until the end: there the line finds it again.
    if (before !== -1) edges[corner]! &= ~(1 << direction);
    before = direction;
    const [dx, dy] = STEPS[direction]!;
    corner += dx + dy * across;
    direction = nextDirection(edges[corner]!, direction);
  } while (corner !== from || direction !== 0);
  edges[from]! &= ~1;
  return Float64Array.from(points);
}

/** To the right first where two lines meet, which keeps them apart. */
function nextDirection(leaving: number, direction: number): number {
  const turns = [1, 0, 3].map((turn) => (direction + turn) % 4);
  return turns.find((next) => leaving & (1 << next))!;
}
