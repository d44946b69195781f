import { boundsOf, emptyBits, paddedBox, boxSize, type Bits, type Box } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { changeBetween, NO_CHANGE, settingChange, type Change } from '#imaging/mask/bits/change.ts';
import { boxToBytes, type Axis } from '#imaging/mask/bits/slices.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

/** Which islands stay. `larger-than`: of at least so many voxels (`voxelVolumeMl` turns ml into them). `clicked`: the one with a voxel; none if it is not set. */
export type KeptIslands = { kind: 'largest' } | { kind: 'larger-than'; voxels: number } | { kind: 'clicked'; voxel: Voxel };

/** Clears all other islands. Voxels hang together by their faces. Of equal islands the largest is the one with the first voxel. */
export function keepIslands(bits: Bits, which: KeptIslands): Change {
  const { islands, bitsOf, labelAt } = islandsOf(bits);
  const [largest] = islands;
  const clicked = which.kind === 'clicked' ? labelAt(which.voxel) : null;
  const kept = islands.filter(({ label, voxels }) => {
    if (which.kind === 'larger-than') return voxels >= which.voxels;
    return label === (which.kind === 'clicked' ? clicked : largest!.label);
  });
  return changeBetween(bits, bitsOf(new Set(kept.map(({ label }) => label))));
}

/**
 * What is to be set in new segments, one for each island, the largest first. `left`: how many more there are than `most`; they stay in the segment, as does what
 * the caller does not clear.
 */
export function splitIslands(bits: Bits, most: number): { changes: Change[]; left: number } {
  const { islands, bitsOf } = islandsOf(bits);
  const changes = islands.slice(0, most).map(({ label }) => settingChange(bitsOf(new Set([label]))));
  return { changes, left: islands.length - changes.length };
}

export function countIslands(bits: Bits): number {
  return islandsOf(bits).islands.length;
}

interface Islands {
  /** The largest first. */
  islands: { label: number; voxels: number }[];
  bitsOf(labels: ReadonlySet<number>): Bits;
  /** Null if the voxel is not set. */
  labelAt(voxel: Voxel): number | null;
}

function islandsOf(bits: Bits): Islands {
  const box = boundsOf(bits);
  if (box === null) return { islands: [], bitsOf: () => bits, labelAt: () => null };
  const { from } = box;
  const { runs, sizes } = labelled(boxToBytes(bits, box), boxSize(box), 1, null);
  return {
    islands: [...sizes].sort(([a, one], [b, other]) => other - one || a - b).map(([label, voxels]) => ({ label, voxels })),
    bitsOf: (labels) =>
      runsToLayer(
        runs.filter(({ label }) => labels.has(label)),
        from,
        bits.size,
      ),
    labelAt: ([column, row, slice]) => {
      const place = [column - from[0], row - from[1], slice - from[2]] as const;
      return (
        runs.find((run) => run.row === place[1] && run.slice === place[2] && run.first <= place[0] && run.last >= place[0])?.label ?? null
      );
    },
  };
}

function runsToLayer(runs: readonly Run[], from: Voxel, size: Voxel): Bits {
  const draft = new BitsDraft(emptyBits(size));
  for (const { row, slice, first, last } of runs) draft.writeRow(row + from[1], slice + from[2], first + from[0], last + from[0]);
  return draft.done();
}

/** Sets what the mask encloses: in space, or on each plane of an axis. What is open to the edge of the grid is no hole. */
export function fillHoles(bits: Bits, planes: Axis | null = null): Change {
  const bounds = boundsOf(bits);
  if (bounds === null) return NO_CHANGE;
  const box: Box = paddedBox(bounds, [1, 1, 1]);
  const size = boxSize(box);
  const { runs } = labelled(boxToBytes(bits, box), size, 0, planes);
  // The padding is empty, so on planes the two outermost have no hole either.
  const isOutside = ({ first, last, row, slice }: Run): boolean =>
    first === 0 || last === size[0] - 1 || row === 0 || row === size[1] - 1 || slice === 0 || slice === size[2] - 1;
  const outside = new Set(runs.filter(isOutside).map(({ label }) => label));
  return settingChange(
    runsToLayer(
      runs.filter(({ label }) => !outside.has(label)),
      box.from,
      bits.size,
    ),
  );
}

interface Run {
  row: number;
  slice: number;
  first: number;
  last: number;
  label: number;
}

/**
 * Runs of voxels with a value, each with the number of the first run of its island. Runs of neighbouring rows are joined, which is an order of magnitude faster
 * than to join voxels. On the planes of an axis, nothing is joined across it.
 */
function labelled(
  bytes: Uint8Array,
  [columns, rows, slices]: Voxel,
  value: 0 | 1,
  planes: Axis | null,
): { runs: Run[]; sizes: Map<number, number> } {
  const runs: Run[] = [];
  const parents: number[] = [];
  const starts = new Int32Array(rows * slices + 1);
  const rootOf = (of: number): number => {
    let root = of;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  };
  const join = (line: number, other: number): void => {
    let [a, b] = [starts[line]!, starts[other]!];
    const [endA, endB] = [starts[line + 1]!, starts[other + 1]!];
    while (a < endA && b < endB) {
      const [one, two] = [runs[a]!, runs[b]!];
      if (one.first <= two.last && two.first <= one.last) {
        const [rootA, rootB] = [rootOf(a), rootOf(b)];
        parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
      }
      if (one.last < two.last) a += 1;
      else b += 1;
    }
  };
  for (let slice = 0; slice < slices; slice += 1) {
    for (let row = 0; row < rows; row += 1) {
      const line = slice * rows + row;
      starts[line] = runs.length;
      const start = line * columns;
      for (let column = 0; column < columns; column += 1) {
        if (bytes[start + column] !== value) continue;
        const first = column;
        // Along the axis of planes every voxel is a run of its own.
        if (planes !== 0) while (column + 1 < columns && bytes[start + column + 1] === value) column += 1;
        parents.push(runs.length);
        runs.push({ row, slice, first, last: column, label: 0 });
      }
      starts[line + 1] = runs.length;
      if (row > 0 && planes !== 1) join(line, line - 1);
      if (slice > 0 && planes !== 2) join(line, line - rows);
    }
  }
  const sizes = new Map<number, number>();
  for (const [index, run] of runs.entries()) {
    run.label = rootOf(index);
    sizes.set(run.label, (sizes.get(run.label) ?? 0) + run.last - run.first + 1);
  }
  return { runs, sizes };
}
