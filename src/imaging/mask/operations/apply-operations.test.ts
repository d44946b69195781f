import { describe, expect, it } from 'vitest';
import { sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { NO_CHANGE, bitsToRuns, clearingChange, runsToBits, settingChange, type Change } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { bitsWhere, bytesOf, randomBits } from '#tests/fixtures/random-bits.ts';
import { Random } from '#tests/sim/random.ts';
import { applyOperations, type Applied } from './apply-operations.ts';
import { bulkOf, createHash, type BlockStore } from './block-store.ts';
import { conflictsOf, emptyState, stateAt, type MaskState } from './mask-state.ts';
import type { Numbered, Operation, Stroke } from './operation.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

const hash = await createHash();
const SIZE = [40, 34, 3] as const;

/** A row of voxels of slice 0. */
const row = (row: number, first: number, last: number): Bits =>
  bitsWhere(SIZE, (column, at, slice) => slice === 0 && at === row && column >= first && column <= last);

let made = 0;
function stroke(author: string, base: number, change: Change, more: Partial<Stroke> = {}): Stroke {
  made += 1;
  return {
    uuid: `op-${made}`,
    segmentation: 's',
    author,
    device: 'd',
    base,
    kind: 'stroke',
    segment: 'A',
    exclusive: false,
    tool: 'brush',
    ...change,
    ...more,
  };
}
const withdrawal = (author: string, base: number, ...uuids: string[]): Operation => {
  made += 1;
  return { uuid: `op-${made}`, segmentation: 's', author, device: 'd', base, kind: 'withdrawal', uuids };
};
const numbered = (operations: readonly Operation[]): Numbered[] => operations.map((operation, at) => ({ number: at + 1, operation }));

function applied(answer: Applied): Extract<Applied, { ok: true }> {
  if (!answer.ok) throw new Error(answer.why);
  return answer;
}
const replay = (...operations: Operation[]) => applied(applyOperations(emptyState(SIZE), numbered(operations)));
const voxels = (state: MaskState, segment = 'A'): number =>
  bytesOf(state.segments.get(segment) ?? runsToBits(SIZE, new Map())).reduce((sum, bit) => sum + bit, 0);

describe('operations', () => {
  it('are applied in the order of the numbers of the server [MASK-13]', () => {
    const set = stroke('ann', 0, settingChange(row(1, 0, 35)));
    const clear = stroke('ann', 0, clearingChange(row(1, 10, 19)));
    expect(voxels(replay(set, clear).state)).toBe(26);
    expect(voxels(replay(clear, set).state)).toBe(36);
    expect(() => applyOperations(replay(set).state, [{ number: 1, operation: clear }])).toThrow('order of their numbers');
  });

  it('that arrive twice count once [MASK-13]', () => {
    const set = stroke('ann', 0, settingChange(row(1, 0, 9)));
    const clear = stroke('ann', 1, clearingChange(row(1, 0, 9)));
    const { state, outcomes } = replay(set, clear, set);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied', 'repeated']);
    expect([voxels(state), state.number, state.segments.size]).toEqual([0, 3, 0]);
  });

  it('leave the state alone from which they start [MASK-13]', () => {
    const before = replay(stroke('ann', 0, settingChange(row(1, 0, 9)))).state;
    const after = applied(applyOperations(before, [{ number: 2, operation: stroke('ann', 1, settingChange(row(2, 0, 9))) }])).state;
    expect([voxels(before), before.log.length, voxels(after), after.log.length]).toEqual([10, 1, 20, 2]);
  });

  it('clear other segments where segments may not overlap [MASK-14]', () => {
    const state = replay(
      stroke('ann', 0, settingChange(row(1, 0, 9)), { segment: 'B' }),
      stroke('ann', 1, settingChange(row(1, 5, 14)), { exclusive: true }),
      stroke('ann', 2, settingChange(row(1, 12, 20)), { segment: 'B' }),
    ).state;
    expect([voxels(state, 'A'), voxels(state, 'B')]).toEqual([10, 14]);
  });

  it.each([
    ['outside-grid', stroke('ann', 0, { set: new Map([[4, Uint16Array.of(0, 0)]]), clear: new Map() })],
    ['outside-grid', stroke('ann', 0, { set: new Map([[1, Uint16Array.of(7, 8)]]), clear: new Map() })],
    ['contradiction', stroke('ann', 0, { ...settingChange(row(1, 0, 9)), clear: bitsToRuns(row(1, 9, 10)) })],
    ['base', stroke('ann', 1, settingChange(row(1, 0, 9)))],
  ])('are refused by name and then do nothing: %s [MASK-15]', (why, operation) => {
    const { state, outcomes } = replay(operation);
    expect(outcomes).toEqual([{ kind: 'refused', why }]);
    expect(state.segments.size).toBe(0);
  });
});

describe('a conflict', () => {
  it('is what another author gave the opposite value after the base: it is not overwritten, and reported [MASK-16]', () => {
    const first = stroke('ann', 0, settingChange(row(1, 0, 19)));
    const theirs = stroke('bob', 1, clearingChange(row(1, 5, 9)));
    const mine = stroke('ann', 1, settingChange(row(1, 8, 12)));
    const { state, outcomes } = replay(first, theirs, mine);
    expect(outcomes[2]).toEqual({ kind: 'conflict', conflict: settingChange(row(1, 8, 9)) });
    expect(voxels(state)).toBe(15);
    expect(conflictsOf(state).map(({ operation }) => operation.uuid)).toEqual([mine.uuid]);
  });

  it('is none with what the author had seen, with the same value, or with oneself [MASK-16]', () => {
    const first = stroke('ann', 0, settingChange(row(1, 0, 19)));
    const theirs = stroke('bob', 1, clearingChange(row(1, 5, 9)));
    expect(replay(first, theirs, stroke('ann', 2, settingChange(row(1, 8, 12)))).outcomes[2]!.kind).toBe('applied');
    expect(replay(first, theirs, stroke('ann', 1, clearingChange(row(1, 8, 12)))).outcomes[2]!.kind).toBe('applied');
    expect(replay(first, theirs, stroke('bob', 0, settingChange(row(1, 8, 12)))).outcomes[2]!.kind).toBe('applied');
  });

  it('is none with what was withdrawn before, and stays if it is withdrawn later [MASK-16]', () => {
    const theirs = stroke('bob', 0, clearingChange(row(1, 5, 9)));
    const mine = stroke('ann', 0, settingChange(row(1, 0, 9)));
    expect(replay(theirs, withdrawal('bob', 1, theirs.uuid), mine).outcomes[2]!.kind).toBe('applied');
    const later = replay(theirs, mine, withdrawal('bob', 2, theirs.uuid));
    expect([voxels(later.state), conflictsOf(later.state).length]).toEqual([5, 1]);
    expect(conflictsOf(replay(theirs, mine, withdrawal('ann', 2, mine.uuid)).state)).toEqual([]);
  });

  it('reaches over segments that may not overlap [MASK-16]', () => {
    const theirs = stroke('bob', 0, settingChange(row(1, 0, 9)), { segment: 'B', exclusive: true });
    const mine = stroke('ann', 0, settingChange(row(1, 5, 14)), { exclusive: true });
    const { state, outcomes } = replay(theirs, mine);
    expect(outcomes[1]).toEqual({ kind: 'conflict', conflict: settingChange(row(1, 5, 9)) });
    expect([voxels(state, 'A'), voxels(state, 'B')]).toEqual([5, 10]);
    expect(replay(theirs, { ...mine, exclusive: false }).outcomes[1]!.kind).toBe('conflict');
    expect(replay({ ...theirs, exclusive: false }, { ...mine, exclusive: false }).outcomes[1]!.kind).toBe('applied');
  });

  it('makes a bulk operation a proposal as a whole [MASK-17]', () => {
    const { blocks, ...change } = bulkOf(settingChange(row(1, 0, 30)), hash);
    const bulk: Operation = { ...stroke('ann', 0, NO_CHANGE), kind: 'bulk', tool: 'threshold', ...change };
    const theirs = stroke('bob', 0, clearingChange(row(1, 3, 3)));
    const alone = applied(applyOperations(emptyState(SIZE), numbered([bulk]), blocks));
    expect(voxels(alone.state)).toBe(31);
    const { state, outcomes } = applied(applyOperations(emptyState(SIZE), numbered([theirs, bulk]), blocks));
    expect([voxels(state), outcomes[1]]).toEqual([0, { kind: 'proposal', conflict: settingChange(row(1, 3, 3)) }]);
  });

  it('cannot be found without the blocks of a bulk operation: it says which it lacks [MASK-17]', () => {
    const { blocks, ...change } = bulkOf(settingChange(row(1, 0, 30)), hash);
    const bulk: Operation = { ...stroke('ann', 0, NO_CHANGE), kind: 'bulk', ...change };
    expect(applyOperations(emptyState(SIZE), numbered([bulk]))).toEqual({
      ok: false,
      why: 'missing-blocks',
      number: 1,
      hashes: [...blocks.keys()],
    });
    const damaged = new Map([...blocks.keys()].map((name) => [name, Uint8Array.of(7)]));
    expect(applied(applyOperations(emptyState(SIZE), numbered([bulk]), damaged)).outcomes).toEqual([
      { kind: 'refused', why: 'damaged-block' },
    ]);
  });

  it('blocks of a bulk operation are named by the SHA-256 of their packed bytes, equal ones once [MASK-17]', () => {
    const { set, blocks } = bulkOf(settingChange(bitsWhere([64, 32, 32], () => true)), hash);
    expect([...set.values()]).toEqual(Array.from({ length: 2 }, () => '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'));
    expect([...blocks.values()].map((bytes) => [...bytes])).toEqual([[0]]);
  });
});

describe('undo', () => {
  it('withdraws operations of one’s own, and leaves what others drew since [MASK-18]', () => {
    const mine = stroke('ann', 0, settingChange(row(1, 0, 19)));
    const theirs = stroke('bob', 1, settingChange(row(1, 10, 29)));
    const { state, outcomes } = replay(mine, theirs, withdrawal('ann', 2, mine.uuid));
    expect(outcomes[2]).toEqual({ kind: 'withdrew', uuids: [mine.uuid], left: [] });
    expect(sameBits(state.segments.get('A')!, row(1, 10, 29))).toBe(true);
  });

  it('brings back what an operation had cleared in other segments [MASK-18]', () => {
    const other = stroke('ann', 0, settingChange(row(1, 0, 19)), { segment: 'B' });
    const over = stroke('ann', 1, settingChange(row(1, 5, 9)), { exclusive: true });
    const { state } = replay(other, over, withdrawal('ann', 2, over.uuid));
    expect(sameBits(state.segments.get('B')!, row(1, 0, 19))).toBe(true);
    expect(state.segments.has('A')).toBe(false);
  });

  it('brings back a segment that had become empty, also when it is applied later [MASK-18]', () => {
    const [set, other] = [stroke('ann', 0, settingChange(row(1, 0, 9))), stroke('ann', 0, settingChange(row(2, 0, 4)), { segment: 'B' })];
    const clear = stroke('ann', 0, clearingChange(row(1, 0, 9)));
    const over = stroke('ann', 0, settingChange(row(2, 0, 4)), { exclusive: true });
    const before = replay(set, other, clear, over).state;
    expect([voxels(before), voxels(before, 'B')]).toEqual([5, 0]);
    const later = numbered([set, other, clear, over, withdrawal('ann', 4, clear.uuid, over.uuid)]).slice(4);
    const { state } = applied(applyOperations(before, later));
    expect([voxels(state), voxels(state, 'B')]).toEqual([10, 5]);
    const erased = replay(set, clear).state;
    const undone = applied(applyOperations(erased, [{ number: 3, operation: withdrawal('ann', 2, clear.uuid) }]));
    expect([voxels(erased), voxels(undone.state)]).toEqual([0, 10]);
  });

  it('leaves operations of others, and unknown ones, and says so [MASK-18]', () => {
    const theirs = stroke('bob', 0, settingChange(row(1, 0, 9)));
    const { state, outcomes } = replay(theirs, withdrawal('ann', 1, theirs.uuid, 'nobody'));
    expect(outcomes[1]).toEqual({ kind: 'withdrew', uuids: [], left: [theirs.uuid, 'nobody'] });
    expect(voxels(state)).toBe(10);
  });

  it('twice is the same as once [MASK-18]', () => {
    const mine = stroke('ann', 0, settingChange(row(1, 0, 9)));
    expect(voxels(replay(mine, withdrawal('ann', 1, mine.uuid), withdrawal('ann', 2, mine.uuid)).state)).toBe(0);
  });
});

describe('a snapshot', () => {
  const log = numbered([
    stroke('ann', 0, settingChange(row(1, 0, 19))),
    stroke('bob', 1, settingChange(row(2, 0, 19)), { segment: 'B' }),
    stroke('ann', 2, clearingChange(row(1, 0, 4))),
  ]);

  it('is checked by its hash, and is where a replay starts [MASK-19]', () => {
    const at2 = applied(applyOperations(emptyState(SIZE), log.slice(0, 2))).state;
    const snapshot = writeSnapshot(at2, hash);
    const read = readSnapshot(snapshot.bytes, { hash, is: snapshot.hash });
    if (!read.ok) throw new Error(read.why);
    expect([read.size, read.start.number]).toEqual([SIZE, 2]);
    const after = applied(applyOperations(stateAt(read.size, read.start), log.slice(2))).state;
    const whole = applied(applyOperations(emptyState(SIZE), log)).state;
    expect(writeSnapshot(after, hash)).toEqual(writeSnapshot(whole, hash));
    expect(readSnapshot(snapshot.bytes, { hash, is: 'a'.repeat(64) })).toEqual({ ok: false, why: 'hash' });
  });

  it('is too new for what was drawn before it: the answer asks for an older start [MASK-19]', () => {
    const { start } = readSnapshot(writeSnapshot(applied(applyOperations(emptyState(SIZE), log)).state, hash).bytes) as Extract<
      ReturnType<typeof readSnapshot>,
      { ok: true }
    >;
    const late = { number: 4, operation: stroke('bob', 2, settingChange(row(1, 0, 2))) };
    const undo = { number: 4, operation: withdrawal('ann', 3, log[0]!.operation.uuid) };
    for (const each of [late, undo])
      expect(applyOperations(stateAt(SIZE, start), [each])).toEqual({ ok: false, why: 'older-start', number: 4 });
  });

  it('that is damaged is refused by name [MASK-19]', () => {
    const { bytes } = writeSnapshot(applied(applyOperations(emptyState(SIZE), log)).state, hash);
    expect(readSnapshot(bytes.with(30, bytes[30]! ^ 1))).toEqual({ ok: false, why: 'damaged' });
    expect(readSnapshot(bytes.with(4, 2))).toEqual({ ok: false, why: 'unknown-version' });
    expect(readSnapshot(bytes.subarray(1))).toEqual({ ok: false, why: 'not-a-snapshot' });
    expect(readSnapshot(bytes.subarray(0, 4))).toEqual({ ok: false, why: 'cut-off' });
  });
});

/** Written apart from the engine: voxel by voxel, everything again from the beginning for each arrival. */
function bruteForce(operations: readonly Numbered[], changes: ReadonlyMap<string, Change>): Map<string, number[]> {
  interface Written {
    author: string;
    uuid: string;
    number: number;
    segment: string;
    exclusive: boolean;
    values: (number | null)[];
  }
  let written: Written[] = [];
  const seen = new Map<string, string>();
  const voxelCount = SIZE[0] * SIZE[1] * SIZE[2];
  for (const { number, operation } of operations) {
    if (seen.has(operation.uuid)) continue;
    seen.set(operation.uuid, operation.author);
    if (operation.kind === 'withdrawal') {
      written = written.filter(({ uuid, author }) => !(author === operation.author && operation.uuids.includes(uuid)));
      continue;
    }
    const change = changes.get(operation.uuid)!;
    const [set, clear] = [bytesOf(runsToBits(SIZE, change.set)), bytesOf(runsToBits(SIZE, change.clear))];
    const others = written.filter((each) => each.author !== operation.author && each.number > operation.base);
    const segments = new Set([operation.segment, ...others.map(({ segment }) => segment)]);
    /** What others last gave to a voxel of a segment. */
    const given = (segment: string, at: number): number | null =>
      others.reduce<number | null>((last, each) => {
        const value = each.values[at] ?? null;
        if (value === null) return last;
        if (each.segment === segment) return value;
        return each.exclusive && value === 1 ? 0 : last;
      }, null);
    let hasConflict = false;
    const values = Array.from({ length: voxelCount }, (_, at) => {
      const value = set[at] ? 1 : clear[at] ? 0 : null;
      if (value === null) return null;
      const isOpposed =
        given(operation.segment, at) === 1 - value ||
        (value === 1 && operation.exclusive && [...segments].some((segment) => segment !== operation.segment && given(segment, at) === 1));
      if (isOpposed) hasConflict = true;
      return isOpposed ? null : value;
    });
    if (operation.kind === 'bulk' && hasConflict) continue;
    const { author, uuid, segment, exclusive } = operation;
    written.push({ author, uuid, number, segment, exclusive, values });
  }
  const result = new Map<string, number[]>();
  for (const { segment } of written)
    result.set(
      segment,
      Array.from({ length: voxelCount }, () => 0),
    );
  for (const each of written)
    for (const [segment, bits] of result)
      each.values.forEach((value, at) => {
        if (value === null) return;
        if (segment === each.segment) bits[at] = value;
        else if (each.exclusive && value === 1) bits[at] = 0;
      });
  return new Map([...result].filter(([, bits]) => bits.includes(1)));
}

/** What three people do, two of them with old bases. */
function randomLog(seed: number): { log: Numbered[]; changes: Map<string, Change>; blocks: BlockStore } {
  const random = new Random(seed);
  const changes = new Map<string, Change>();
  const blocks = new Map<string, Uint8Array>();
  const log: Numbered[] = [];
  let number = 0;
  for (let count = random.int(5, 18); count > 0; count -= 1) {
    const author = random.pick(['ann', 'bob', 'cy']);
    const base = random.int(Math.max(0, number - 6), number);
    const head = { uuid: `${seed}-${log.length}`, segmentation: 's', author, device: 'd', base };
    number += random.int(1, 2);
    if (log.length > 0 && random.chance(0.08)) {
      log.push({ number, operation: random.pick(log).operation });
      continue;
    }
    if (log.length > 0 && random.chance(0.25)) {
      log.push({
        number,
        operation: { ...head, kind: 'withdrawal', uuids: [random.pick(log).operation.uuid, random.pick(log).operation.uuid] },
      });
      continue;
    }
    const set = randomBits(random, SIZE, 2);
    const clear = combined(randomBits(random, SIZE, 2), set, 'without');
    const change = { set: bitsToRuns(set), clear: bitsToRuns(clear) };
    changes.set(head.uuid, change);
    const writing = { ...head, segment: random.pick(['A', 'B', 'C']), exclusive: random.chance(0.4), tool: 'brush' };
    if (random.chance(0.25)) {
      const { blocks: more, ...hashes } = bulkOf(change, hash);
      for (const [name, bytes] of more) blocks.set(name, bytes);
      log.push({ number, operation: { ...writing, kind: 'bulk', ...hashes } });
    } else log.push({ number, operation: { ...writing, kind: 'stroke', ...change } });
  }
  return { log, changes, blocks };
}

describe('any log', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
    'ends in the bits of a replay voxel by voxel, however it arrives and wherever it starts, seed %i [MASK-20]',
    (seed) => {
      const { log, changes, blocks } = randomLog(seed);
      const expected = bruteForce(log, changes);
      const { state } = applied(applyOperations(emptyState(SIZE), log, blocks));
      const bits = (of: MaskState) => new Map([...of.segments].map(([segment, each]) => [segment, bytesOf(each)]));
      expect(bits(state)).toEqual(new Map([...expected].toSorted(([a], [b]) => (a < b ? -1 : 1))));

      // One by one, as on a device that stays open.
      let one = emptyState(SIZE);
      const snapshots = [one];
      for (const each of log) {
        one = applied(applyOperations(one, [each], blocks)).state;
        snapshots.push(one);
      }
      const whole = writeSnapshot(state, hash);
      expect(writeSnapshot(one, hash)).toEqual(whole);

      // From every snapshot: the same, or the answer that it is too new.
      for (const [at, snapshot] of snapshots.entries()) {
        const read = readSnapshot(writeSnapshot(snapshot, hash).bytes);
        if (!read.ok) throw new Error(read.why);
        const rest = log
          .slice(at)
          .filter(({ operation }) => !log.slice(0, at).some((earlier) => earlier.operation.uuid === operation.uuid));
        const answer = applyOperations(stateAt(read.size, read.start), rest, blocks);
        if (answer.ok && rest.length > 0) {
          const end = { ...answer.state, number: state.number };
          expect(writeSnapshot(end, hash).hash).toBe(whole.hash);
        } else if (!answer.ok) {
          const { operation } = rest.find(({ number }) => number === answer.number)!;
          const isOlder =
            operation.kind === 'withdrawal'
              ? operation.uuids.some((uuid) => log.slice(0, at).some((earlier) => earlier.operation.uuid === uuid))
              : operation.base < read.start.number;
          expect([answer.why, isOlder]).toEqual(['older-start', true]);
        }
      }
    },
  );
});
