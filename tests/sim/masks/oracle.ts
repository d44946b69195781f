import type { MaskOperation } from '#contract/mask-operations.ts';

/** What an operation was meant to do: voxels by their place in the grid. */
export interface Meant {
  segment: string;
  isExclusive: boolean;
  set: readonly number[];
  clear: readonly number[];
}

interface Written {
  number: number;
  author: number;
  uuid: string;
  isWithdrawn: boolean;
  /** What it gave, in order: a segment (null: every other than `segment`), a voxel, a value. */
  values: { segment: string; isOthers: boolean; voxel: number; value: 0 | 1 }[];
}

/**
 * The voxels of each segment after the operations, voxel by voxel and from the beginning, and how many bulk operations became proposals. Written apart from the
 * engine: slow, and without blocks, states or anything kept from one operation to the next.
 */
export function replayByVoxel(
  operations: readonly MaskOperation[],
  meantBy: (operation: MaskOperation) => Meant,
  all: { segments: readonly string[]; voxels: number },
): { expected: Map<string, Set<number>>; proposals: number } {
  const log: Written[] = [];
  const proposals = new Set<string>();
  for (const operation of operations) {
    const { number, uuid, base, kind, withdraws } = operation;
    const author = operation.user!.id;
    if (kind === 'withdraw') {
      for (const entry of log) if (withdraws.includes(entry.uuid) && entry.author === author) entry.isWithdrawn = true;
      continue;
    }
    const entry: Written = { number, author, uuid, isWithdrawn: false, values: [] };
    if (kind === 'clear') {
      // Of all that anybody has set in it so far.
      const earlier = operations.filter(
        (each) =>
          (each.kind === 'stroke' || (each.kind === 'bulk' && !proposals.has(each.uuid))) &&
          each.number < number &&
          each.segment === operation.segment,
      );
      for (const voxel of new Set(earlier.flatMap((each) => meantBy(each).set)))
        entry.values.push({ segment: operation.segment!, isOthers: false, voxel, value: 0 });
    } else {
      const { segment, isExclusive, set, clear } = meantBy(operation);
      const others = all.segments.filter((each) => each !== segment);
      let isProposal = false;
      const given = lastGiven(
        log.filter((each) => !each.isWithdrawn && each.author !== author && each.number > base),
        all.segments,
      );
      for (const voxel of set) {
        const isOpposite =
          given.get(`${segment} ${voxel}`) === 0 || (isExclusive && others.some((each) => given.get(`${each} ${voxel}`) === 1));
        if (isOpposite) {
          isProposal ||= kind === 'bulk';
          continue;
        }
        entry.values.push({ segment, isOthers: false, voxel, value: 1 });
        if (isExclusive) entry.values.push({ segment, isOthers: true, voxel, value: 0 });
      }
      for (const voxel of clear)
        if (given.get(`${segment} ${voxel}`) !== 1) entry.values.push({ segment, isOthers: false, voxel, value: 0 });
        else isProposal ||= kind === 'bulk';
      // It takes effect as a whole or not at all.
      if (isProposal) {
        proposals.add(uuid);
        entry.values = [];
      }
    }
    log.push(entry);
  }
  const last = lastGiven(
    log.filter((each) => !each.isWithdrawn),
    all.segments,
  );
  const expected = new Map(
    all.segments.map((segment) => {
      const set = Array.from({ length: all.voxels }, (_, voxel) => voxel).filter((voxel) => last.get(`${segment} ${voxel}`) === 1);
      return [segment, new Set(set)] as const;
    }),
  );
  return { expected, proposals: proposals.size };
}

/** The last value that each voxel of each segment was given. */
function lastGiven(log: readonly Written[], segments: readonly string[]): Map<string, 0 | 1> {
  const given = new Map<string, 0 | 1>();
  for (const { values } of log)
    for (const { segment, isOthers, voxel, value } of values)
      for (const each of isOthers ? segments.filter((other) => other !== segment) : [segment]) given.set(`${each} ${voxel}`, value);
  return given;
}
