import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { surfaceOf } from '#imaging/mask/surfaces/surface.ts';
import { fillBetween } from '#imaging/mask/tools/margins/fill-between.ts';
import { gridSize, voxelSpaceOf, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { MaskDevice, straightGrid } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { Random } from '#tests/sim/random.ts';
import type { Computation, Gesture, MaskSource } from '#workers/masks/types.ts';

/** Runs in the page of the readers (page.ts): what a worker does with masks of a CT of 512 x 512 x 300. */

const GRID = straightGrid(512, 512, 300);
const SIZE: Voxel = gridSize(GRID);
const SPACE: VoxelSpace = voxelSpaceOf(GRID)!;

/** ms; two ovals of other size and place, with 20 empty slices between them. */
export function fillTwenty(): number {
  const draft = new BitsDraft(emptyBits(SIZE));
  oval(draft, { slice: 100, middle: [250, 250], radii: [60, 45] });
  oval(draft, { slice: 121, middle: [265, 240], radii: [40, 55] });
  const bits = draft.done();
  const startedMs = performance.now();
  const change = fillBetween(bits, SPACE, 2);
  const ms = performance.now() - startedMs;
  if (change.set.size === 0) throw new Error('Nothing was filled');
  return ms;
}

/** ms and triangles of the surface of a ball. */
export function ballSurface(): { ms: number; triangles: number } {
  const draft = new BitsDraft(emptyBits(SIZE));
  const radius = 73;
  for (let slice = -radius; slice <= radius; slice += 1) {
    const wide = Math.floor(Math.sqrt(radius * radius - slice * slice));
    oval(draft, { slice: 150 + slice, middle: [256, 256], radii: [wide, wide] });
  }
  const bits = draft.done();
  const startedMs = performance.now();
  const { triangles } = surfaceOf(bits, SPACE);
  return { ms: performance.now() - startedMs, triangles: triangles.length / 3 };
}

function oval(
  draft: BitsDraft,
  { slice, middle: [x, y], radii: [wide, high] }: { slice: number; middle: [number, number]; radii: [number, number] },
) {
  for (let row = -high; row <= high; row += 1) {
    const half = Math.floor(wide * Math.sqrt(Math.max(0, 1 - (row / Math.max(1, high)) ** 2)));
    draft.writeRow(y + row, slice, x - half, x + half, true);
  }
}

const [STROKES, BULKS] = [2_000, 50];
const SEGMENTS = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`);
const SOURCE: MaskSource = {
  ...{ study: '00000000-0000-4000-8000-000000000001', segmentation: '00000000-0000-4000-8000-000000000002' },
  ...{ gridHash: 'a'.repeat(64), grid: GRID, isExclusive: false },
};

export interface DrawnMask {
  /** Of the rows in the journal of the device that drew. */
  deviceBytes: number;
  /** Of the operations as another device receives them, as JSON without compression. */
  wireBytes: number;
}

let server: MaskServer | null = null;
let expected = '';
let devices = 0;

/** 2,000 strokes of a brush, one in five of a sphere, and 50 computations, on three segments of an organ. */
export async function drawMuch(): Promise<DrawnMask> {
  server = new MaskServer();
  const random = new Random(1);
  const device = new MaskDevice({ userId: 1, device: (devices += 1), server, source: SOURCE });
  await device.open();
  for (let stroke = 0; stroke < STROKES; stroke += 1) {
    await must(device, random.pick(SEGMENTS), brush(random, stroke % 5 === 0));
    if (stroke % (STROKES / BULKS) === 0) await must(device, random.pick(SEGMENTS), { tool: 'compute', what: computation(random) });
    if (stroke % 25 === 0) await device.send();
  }
  await device.send();
  const rows = await device.db.maskOperations.toArray();
  const deviceBytes = rows.reduce((sum, { sealed }) => sum + sealed.length, 0);
  const wireBytes = new TextEncoder().encode(JSON.stringify(server.all)).length;
  expected = voxelsOf(device);
  device.close();
  return { deviceBytes, wireBytes };
}

/** About a megabyte, as in an answer of the server. */
const OPERATIONS_AT_ONCE = 400;

/** ms from the opening on a device that has nothing to the whole mask. The network is left out. */
export async function standsElsewhere(): Promise<number> {
  const device = new MaskDevice({ userId: 2, device: (devices += 1), server: server!, source: SOURCE });
  const startedMs = performance.now();
  await device.open();
  for (let received = 0; received < server!.last; received += OPERATIONS_AT_ONCE) await device.receive(OPERATIONS_AT_ONCE);
  while (voxelsOf(device) !== expected) {
    if (performance.now() - startedMs > 60_000) throw new Error('Another mask stands there');
    await new Promise((next) => setTimeout(next, 1));
  }
  const ms = performance.now() - startedMs;
  device.close();
  return ms;
}

const voxelsOf = ({ news }: MaskDevice): string => JSON.stringify(news.segments.map(({ uuid, voxels }) => [uuid, voxels]).toSorted());

async function must({ masks }: MaskDevice, segment: string, gesture: Gesture): Promise<void> {
  const drawn = await masks.draw(SOURCE.segmentation, segment, gesture, []);
  if (!drawn.ok) throw new Error(`It was not drawn: ${drawn.why}`);
}

function brush(random: Random, isSphere: boolean): Gesture {
  const slice = random.int(100, 160);
  const from: Voxel = [random.int(180, 300), random.int(180, 300), slice];
  const path = Array.from({ length: 20 }, (_, step): Voxel => [from[0] + step * 2, from[1] + step * random.int(0, 1), slice]);
  const kind = isSphere ? ({ kind: 'sphere' } as const) : ({ kind: 'disc', axis: 2 } as const);
  return { tool: random.chance(0.8) ? 'paint' : 'erase', brush: { shape: kind, radiusMm: 20 }, path, within: null };
}

function computation(random: Random): Computation {
  return random.pick<Computation>([
    { do: 'grow', mm: 4 },
    { do: 'shrink', mm: 4 },
    { do: 'smooth', mm: 3 },
    { do: 'fill-holes', in: 'slices' },
    { do: 'fill-between' },
  ]);
}
