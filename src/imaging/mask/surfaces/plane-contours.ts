import type { MaskPlane } from '#imaging/mask/bits/slices.ts';
import type { Line } from '#model/overlays/graphic.ts';

/**
 * Lines around the set pixels of a plane, half way to the pixels that are not set (marching squares), so that corners are cut. Closed; around the mask they
 * run clockwise on the screen, around holes the other way. Points on one straight line are left out. Pixels that touch at a corner only stay apart. In pixels
 * from the centre of the first. `maskOutline` in src/model follows the edges of the pixels instead.
 */
export function planeContours({ width, height, mask }: MaskPlane): Line[] {
  const isSet = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 1;
  // A cell lies between four centres; the sides of a cell, each with the cell to which a line leads across it.
  const across = width + 1;
  const next = new Map<number, number>();
  for (let y = -1; y < height; y += 1) {
    for (let x = -1; x < width; x += 1) {
      const corners = [isSet(x, y), isSet(x + 1, y), isSet(x + 1, y + 1), isSet(x, y + 1)] as const;
      if (corners.every((corner) => corner === corners[0])) continue;
      const sides = [sideBelow(x, y - 1), sideRight(x, y), sideBelow(x, y), sideRight(x - 1, y)] as const;
      for (const [from, to] of pathsOf(corners)) next.set(sides[from]!, sides[to]!);
    }
  }
  const lines: Line[] = [];
  for (const start of next.keys()) {
    const points: number[] = [];
    let side = start;
    while (next.has(side)) {
      points.push(...middleOf(side));
      const to = next.get(side)!;
      next.delete(side);
      side = to;
    }
    if (points.length > 0) lines.push({ points: Float64Array.from(withoutStraight(points)), isClosed: true });
  }
  return lines;

  /** The side of a cell towards the cell below, between the centres (x, y + 1) and (x + 1, y + 1); even numbers. */
  function sideBelow(x: number, y: number): number {
    return 2 * ((y + 2) * (across + 1) + x + 1);
  }

  /** The side towards the cell to the right, between (x + 1, y) and (x + 1, y + 1); odd numbers. */
  function sideRight(x: number, y: number): number {
    return 2 * ((y + 2) * (across + 1) + x + 1 + 1) + 1;
  }

  function middleOf(side: number): [number, number] {
    const place = side >> 1;
    const row = Math.floor(place / (across + 1)) - 2;
    const column = place % (across + 1);
    return side % 2 === 0 ? [column - 1 + 0.5, row + 1] : [column - 1, row + 0.5];
  }
}

/** Sides: 0 above, 1 right, 2 below, 3 left. A line enters and leaves a cell with the set pixels on its right hand. */
function pathsOf([topLeft, topRight, bottomRight, bottomLeft]: readonly [boolean, boolean, boolean, boolean]): [number, number][] {
  const paths: [number, number][] = [];
  // Each run of set corners, clockwise, is cut off by one line: from the side after its last corner to the side before its first.
  const corners = [topLeft, topRight, bottomRight, bottomLeft];
  for (let first = 0; first < 4; first += 1) {
    if (!corners[first] || corners[(first + 3) % 4]) continue;
    let last = first;
    while (corners[(last + 1) % 4]) last = (last + 1) % 4;
    paths.push([last, (first + 3) % 4]);
  }
  return paths;
}

/** Without points in the middle of a straight line. */
function withoutStraight(points: readonly number[]): number[] {
  const kept: number[] = [];
  const count = points.length / 2;
  for (let at = 0; at < count; at += 1) {
    const [before, after] = [(at + count - 1) % count, (at + 1) % count];
    const [x, y] = [points[2 * at]!, points[2 * at + 1]!];
    const turn = (x - points[2 * before]!) * (points[2 * after + 1]! - y) - (y - points[2 * before + 1]!) * (points[2 * after]! - x);
    if (turn !== 0) kept.push(x, y);
  }
  return kept;
}
