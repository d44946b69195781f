import { BLOCK_WORDS, runsOf, runsToWords, writeRuns, type Runs } from '#imaging/mask/bits/block.ts';
import { emptyBits, isEmpty, type Bits } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { NO_CHANGE, type Change, type RunsByBlock } from '#imaging/mask/bits/change.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { runsOfHashes, type BlockStore } from './block-store.ts';
import { conflictWith } from './conflict.ts';
import type { Entry, MaskState, Outcome, Start } from './mask-state.ts';
import type { Bulk, Numbered, Stroke, Withdrawal } from './operation.ts';
import { refuseChange } from './refuse-change.ts';

/**
 * The state after further operations, in the order of their numbers; throws if a number does not follow the one before. Depends on nothing but the operations:
 * every device and server that applies the same ones gets the same bits. `blocks` are those of bulk operations. The state that is given is not changed, also
 * where the answer is a refusal.
 */
export function applyOperations(state: MaskState, operations: readonly Numbered[], blocks: BlockStore = new Map()): Applied {
  const draft = new StateDraft(state);
  for (const numbered of operations) {
    const refusal = draft.apply(numbered, blocks);
    if (refusal) return refusal;
  }
  return { ok: true, state: draft.done(), outcomes: draft.outcomes };
}

export type Applied = { ok: true; state: MaskState; /** Of each operation, in their order. */ outcomes: Outcome[] } | CannotApply;

/**
 * Something is missing to apply the operation with this number. `older-start`: its author had not seen all of the snapshot, or withdraws something that is in it:
 * replay from an older snapshot, or from 0. `missing-blocks`: the hashes of blocks that the store lacks.
 */
export type CannotApply =
  | { ok: false; why: 'older-start'; number: number }
  | { ok: false; why: 'missing-blocks'; number: number; hashes: string[] };

class StateDraft {
  readonly outcomes: Outcome[] = [];
  readonly #size: Voxel;
  readonly #start: Start;
  readonly #log: Entry[];
  readonly #places = new Map<string, number>();
  readonly #segments = new Map<string, BitsDraft>();
  #number: number;

  constructor({ size, number, segments, start, log }: MaskState) {
    this.#size = size;
    this.#number = number;
    this.#start = start;
    this.#log = [...log];
    for (const [place, { operation }] of log.entries()) this.#places.set(operation.uuid, place);
    for (const [segment, bits] of segments) this.#segments.set(segment, new BitsDraft(bits));
  }

  apply(numbered: Numbered, blocks: BlockStore): CannotApply | null {
    const { number, operation } = numbered;
    if (!(Number.isSafeInteger(number) && number > this.#number))
      throw new RangeError('Operations are applied in the order of their numbers');
    if (this.#places.has(operation.uuid)) this.#add(numbered, { kind: 'repeated' });
    else if (!(operation.base < number)) this.#add(numbered, { kind: 'refused', why: 'base' });
    else if (operation.kind === 'withdrawal') {
      const isKnown = operation.uuids.every((uuid) => this.#places.has(uuid));
      if (!isKnown && this.#start.number > 0) return { ok: false, why: 'older-start', number };
      this.#withdraw({ number, operation });
    } else {
      if (operation.base < this.#start.number) return { ok: false, why: 'older-start', number };
      return this.#write({ number, operation }, blocks);
    }
    return null;
  }

  done(): MaskState {
    const all = [...this.#segments].map(([segment, draft]): [string, Bits] => [segment, draft.done()]);
    const segments = new Map(all.filter(([, bits]) => !isEmpty(bits)).sort(([a], [b]) => (a < b ? -1 : 1)));
    return { size: this.#size, number: this.#number, segments, start: this.#start, log: this.#log };
  }

  #write({ number, operation }: Numbered & { operation: Stroke | Bulk }, blocks: BlockStore): CannotApply | null {
    const change = changeOf(operation, blocks);
    if (change === null) return { ok: false, why: 'missing-blocks', number, hashes: missingHashes(operation as Bulk, blocks) };
    const why = change === 'damaged' ? 'damaged-block' : refuseChange(change, this.#size);
    if (change === 'damaged' || why !== null) {
      this.#add({ number, operation }, { kind: 'refused', why: why! });
      return null;
    }
    const conflict = conflictWith(operation, change, this.#log);
    if (conflict && operation.kind === 'bulk') this.#add({ number, operation }, { kind: 'proposal', conflict });
    else if (conflict) this.#add({ number, operation }, { kind: 'conflict', conflict }, changeWithout(change, conflict));
    else this.#add({ number, operation }, { kind: 'applied' }, change);
    return null;
  }

  #add({ number, operation }: Numbered, outcome: Outcome, written: Change = NO_CHANGE): void {
    this.outcomes.push(outcome);
    this.#number = number;
    // A repetition is not an entry of its own: its number is used up, and that is all.
    if (outcome.kind === 'repeated') return;
    this.#places.set(operation.uuid, this.#log.length);
    this.#log.push({ number, operation, outcome, written, isWithdrawn: false });
    if (operation.kind === 'withdrawal') return;
    this.#draftOf(operation.segment);
    for (const [segment, draft] of this.#segments) {
      for (const [block, runs] of written.set)
        if (segment === operation.segment) writeRuns(draft.wordsOf(block), runs, true);
        else if (operation.exclusive && draft.hasBlock(block)) writeRuns(draft.wordsOf(block), runs, false);
      if (segment !== operation.segment) continue;
      for (const [block, runs] of written.clear) if (draft.hasBlock(block)) writeRuns(draft.wordsOf(block), runs, false);
    }
  }

  #withdraw({ number, operation }: Numbered & { operation: Withdrawal }): void {
    const uuids: string[] = [];
    const left: string[] = [];
    const withdrawn: Entry[] = [];
    for (const uuid of new Set(operation.uuids)) {
      const place = this.#places.get(uuid);
      const entry = place === undefined ? undefined : this.#log[place];
      if (!entry || entry.operation.author !== operation.author || entry.operation.kind === 'withdrawal') left.push(uuid);
      else {
        uuids.push(uuid);
        if (entry.isWithdrawn) continue;
        this.#log[place!] = { ...entry, isWithdrawn: true };
        withdrawn.push(entry);
      }
    }
    this.#add({ number, operation }, { kind: 'withdrew', uuids, left });
    this.#recompute(withdrawn);
  }

  /** Blocks that were touched, from the start and the operations that are left. Those of other segments too where it cleared them. */
  #recompute(withdrawn: readonly Entry[]): void {
    const blocks = new Set(withdrawn.flatMap(({ written }) => [...written.set.keys(), ...written.clear.keys()]));
    const left = this.#log.filter(({ isWithdrawn, written }) => !isWithdrawn && (written.set.size > 0 || written.clear.size > 0));
    // A segment that was empty at the start of this replay may get voxels back.
    for (const { operation } of left) if (operation.kind !== 'withdrawal') this.#draftOf(operation.segment);
    for (const block of blocks) {
      const writers = left.filter(({ written }) => written.set.has(block) || written.clear.has(block));
      for (const [segment, draft] of this.#segments) {
        const words = draft.wordsOf(block);
        words.set(this.#start.segments.get(segment)?.blocks.get(block) ?? NO_WORDS);
        for (const { operation, written } of writers) {
          if (operation.kind === 'withdrawal') continue;
          const isOwn = operation.segment === segment;
          const [set, clear] = [written.set.get(block), isOwn ? written.clear.get(block) : undefined];
          if (set && (isOwn || operation.exclusive)) writeRuns(words, set, isOwn);
          if (clear) writeRuns(words, clear, false);
        }
      }
    }
  }

  #draftOf(segment: string): BitsDraft {
    const known = this.#segments.get(segment);
    if (known) return known;
    const draft = new BitsDraft(emptyBits(this.#size));
    this.#segments.set(segment, draft);
    return draft;
  }
}

const NO_WORDS = new Uint32Array(BLOCK_WORDS);

function changeOf(operation: Stroke | Bulk, blocks: BlockStore): Change | 'damaged' | null {
  if (operation.kind === 'stroke') return operation;
  const [set, clear] = [runsOfHashes(operation.set, blocks), runsOfHashes(operation.clear, blocks)];
  if (set === 'damaged' || clear === 'damaged') return 'damaged';
  return set && clear && { set, clear };
}

function missingHashes({ set, clear }: Bulk, blocks: BlockStore): string[] {
  return [...new Set([...set.values(), ...clear.values()])].filter((hash) => !blocks.has(hash));
}

function changeWithout({ set, clear }: Change, conflict: Change): Change {
  return { set: runsWithout(set, conflict.set), clear: runsWithout(clear, conflict.clear) };
}

function runsWithout(runs: RunsByBlock, less: RunsByBlock): RunsByBlock {
  const rest = [...runs].map(([block, each]): [number, Runs] => {
    const taken = less.get(block);
    if (!taken) return [block, each];
    const words = runsToWords(each);
    writeRuns(words, taken, false);
    return [block, runsOf(words)];
  });
  return new Map(rest.filter(([, each]) => each.length > 0));
}
