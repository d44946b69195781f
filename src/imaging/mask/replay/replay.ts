import { runsOf, runsToWords, writeRuns, type Runs } from '#imaging/mask/bits/block.ts';
import { applyOperations } from '#imaging/mask/operations/apply-operations.ts';
import type { MaskState } from '#imaging/mask/operations/mask-state.ts';
import type { Operation, Stroke } from '#imaging/mask/operations/operation.ts';
import type { ClearRead, ReadOperation, WithdrawalRead } from './read-operation.ts';

/** An operation and its number; one that waits has the number that it would get if it arrived now. */
export interface Placed {
  number: number;
  read: ReadOperation;
}

/** After further operations, by their numbers. Null: they need operations of the snapshot from which the state was replayed. */
export function stateAfter(state: MaskState, operations: readonly Placed[]): MaskState | null {
  const rest = [...operations];
  let next = state;
  while (rest.length > 0) {
    // What some operations do depends on those before them.
    const depends = rest.findIndex(({ read }) => read.kind === 'withdraw' || read.kind === 'clear');
    const some = rest.splice(0, depends === 0 ? 1 : depends < 0 ? rest.length : depends);
    const isOlder = ({ number, read: { kind } }: Placed): boolean => number <= next.start.number || kind === 'clear';
    if (next.start.number > 0 && some.some(isOlder)) return null;
    const applied = applyOperations(
      next,
      some.map(({ number, read }) => ({ number, operation: operationOf(read, next) })),
      new Map(some.flatMap(({ read }) => (read.kind === 'bulk' ? [...read.blocks] : []))),
    );
    if (!applied.ok && applied.why === 'older-start') return null;
    // Bulk operations come with their blocks, so none can be missing.
    if (!applied.ok) throw new Error(`The mask cannot be replayed: ${applied.why}`);
    next = applied.state;
  }
  return next;
}

function operationOf(read: ReadOperation, before: MaskState): Operation {
  if (read.kind === 'stroke') return read.stroke;
  if (read.kind === 'bulk') return read.bulk;
  return read.kind === 'withdraw' ? withdrawal(read, before) : clearing(read, before);
}

/** The server has checked that all of it is its author's. */
function withdrawal({ uuid, base, uuids, author }: WithdrawalRead, { log }: MaskState): Operation {
  const known = author ?? log.find(({ operation }) => uuids.includes(operation.uuid))?.operation.author ?? '';
  return { kind: 'withdrawal', uuid, segmentation: '', author: known, device: '', base, uuids };
}

/** All voxels that anybody has ever set in the segment: so none comes back when a withdrawal takes back what had cleared it before. */
function clearing({ uuid, base, author, segment }: ClearRead, { log }: MaskState): Stroke {
  const clear = new Map<number, Runs>();
  for (const { operation, written } of log) {
    if (operation.kind === 'withdrawal' || operation.segment !== segment) continue;
    for (const [block, runs] of operation.kind === 'stroke' ? operation.set : written.set) {
      const words = runsToWords(clear.get(block) ?? runs);
      writeRuns(words, runs, true);
      clear.set(block, runsOf(words));
    }
  }
  const head = { kind: 'stroke' as const, uuid, segmentation: '', author, device: '', base, segment, exclusive: false, tool: 'clear' };
  return { ...head, set: new Map(), clear };
}
