import type { AsideReason } from '#contract/mask-operations.ts';
import { emptyBits, isEmpty } from '#imaging/mask/bits/bits.ts';
import { changeBetween, isNoChange, NO_CHANGE, type Change } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { createHash, runsOfHashes, type Hash } from '#imaging/mask/operations/block-store.ts';
import { conflictsOf, type Entry, type MaskState, type Start } from '#imaging/mask/operations/mask-state.ts';
import { respectLocks } from '#imaging/mask/tools/respect-locks.ts';
import { readOperation, withNumber, type BulkRead, type ReadOperation, type StrokeRead } from '#imaging/mask/replay/read-operation.ts';
import type { Placed } from '#imaging/mask/replay/replay.ts';
import { uptakeOf, type Uptake } from '#imaging/mask/statistics/uptake.ts';
import { saveDrawn, savedMask, type MaskOperationContent } from '#localdb/masks/journal.ts';
import { dropStart, type JournalStart } from '#localdb/masks/mask-start.ts';
import { JournalReader, watchJournal, type Journal } from '#localdb/masks/read-journal.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { isQuotaError } from '#localdb/quota.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { gridSize } from '#model/grids/voxel-space.ts';
import type { ChangedVoxels, Previewed } from './compute/computation.ts';
import { changedVoxels, computedChange, previewedBits } from './compute/computed-change.ts';
import { imageOfGrid, type ImageOfGrid } from './compute/image-of-grid.ts';
import type { ComputedBits, GridValues } from './compute/values-in-range.ts';
import { conflictOn, type ConflictOnSlice } from './conflict-on.ts';
import { changeOf } from './gesture-change.ts';
import { historyOf } from './history/history-of.ts';
import type { EarlierState, MaskHistory, Restored, RestoreRights, ShownState } from './history/history-types.ts';
import { restoringOperations } from './history/restoring-operations.ts';
import { stateAt } from './history/state-at.ts';
import { addingOperations, type AddedBits } from './import/adding-operations.ts';
import { MaskReplay } from './mask-replay.ts';
import { madeSnapshot, openedSnapshot, type MadeSnapshot } from './mask-snapshot.ts';
import { ownActions, type OwnActions, type ReadEntry } from './own-actions.ts';
import { changesOf, type Rearrangement } from './rearrange.ts';
import { changeFacts, SegmentFacts } from './segment-facts.ts';
import type { Drawn, Gesture, MaskConflict, MaskNews, MaskSource, NoMask } from './types.ts';
import { bulkOperationOf, strokesOf, withdrawalsOf, type Drawing } from './wire-form.ts';

export interface MaskPorts extends GridValues {
  db: LocalDb;
  device: DeviceKey;
  userId: number;
  /** Of the worker that draws. */
  tab: string;
  /** Numbers of which snapshots are made. */
  snapshotEvery: number;
}

const CLOSED: Drawn = { ok: false, why: 'closed' };
const DONE: Drawn = { ok: true };
const EARLIER: Drawn = { ok: false, why: 'earlier' };
const TOO_MUCH: Drawn = { ok: false, why: 'too-much' };
const LOCKED = { ok: false, why: 'locked' } as const;

/** An open segmentation: the replay of its journal, in step with what this tab, others and the server add to it. */
export class OpenMask {
  readonly #source: MaskSource;
  readonly #ports: MaskPorts;
  readonly #onNews: (news: MaskNews) => void;
  readonly #reader: JournalReader;
  #replay: MaskReplay;
  /** From which the replay starts. */
  #start: JournalStart | null = null;
  #from: Start | null = null;
  readonly #drawing: Drawing;
  readonly #facts: SegmentFacts;
  readonly #reads = new Map<string, ReadOperation>();
  #hash: Hash | null = null;
  #previewed: { key: string; found: ComputedBits } | null = null;
  /** One change at a time: each is computed from the state after the one before. */
  #turn: Promise<unknown> = Promise.resolve();
  #stop: (() => void) | null = null;
  #last = 0;
  #version = 0;
  #actions: OwnActions = { undoable: [], redoable: [] };
  #onServer = 0;
  #entries: readonly ReadEntry[] = [];
  #placed: { decided: readonly Placed[]; waiting: readonly Placed[] } = { decided: [], waiting: [] };
  #earlier: MaskState | null = null;
  #unsent = 0;
  #aside: { uuid: string; reason: AsideReason }[] = [];
  #isClosed = false;
  #told = '';

  constructor(source: MaskSource, ports: MaskPorts, onNews: (news: MaskNews) => void) {
    const { segmentation, gridHash, grid } = source;
    this.#source = source;
    this.#ports = ports;
    this.#onNews = onNews;
    this.#reader = new JournalReader(ports.db, ports.device, segmentation);
    this.#replay = new MaskReplay(gridSize(grid), ports.snapshotEvery);
    this.#facts = new SegmentFacts(grid);
    this.#drawing = { segmentation, gridHash, author: ports.userId, device: ports.device.id, tab: ports.tab };
  }

  get state(): MaskState | null {
    return this.#isClosed ? null : this.#replay.state;
  }

  /** What is to be seen: an earlier state if somebody looks at one. */
  get shownState(): MaskState | null {
    return this.state && (this.#earlier ?? this.state);
  }

  /** With all that was drawn before the call; null once it is closed. */
  async drawnState(): Promise<MaskState | null> {
    return this.#inTurn(async () => this.state);
  }

  async open(): Promise<MaskNews | NoMask> {
    const { study, segmentation, gridHash } = this.#source;
    const { db } = this.#ports;
    await savedMask(db, { study, segmentation, gridHash });
    this.#hash = await createHash();
    const refused = await this.#inTurn(() => this.#refresh());
    if (refused !== null) {
      this.close();
      return refused;
    }
    if (!this.#isClosed) this.#stop = watchJournal(db, segmentation, () => void this.#inTurn(() => this.#refresh()).catch(this.#onFault));
    return this.#news();
  }

  close(): void {
    this.#isClosed = true;
    this.#stop?.();
    this.#stop = null;
  }

  async draw(segment: string, gesture: Gesture, locked: readonly string[]): Promise<Drawn> {
    let changed: ChangedVoxels | null = null;
    let spared = 0;
    const drawn = await this.#change(async ({ segments }) => {
      const { grid, isExclusive: exclusive } = this.#source;
      const size = gridSize(grid);
      if (locked.includes(segment)) return { ok: false, why: 'locked' };
      const made = await this.#changeOf(segment, gesture);
      if (!made.ok) return made;
      const unlocked = respectLocks(made.change, { segment, exclusive, locked: new Set(locked), segments, size });
      if (!unlocked.ok || (isNoChange(unlocked.change) && unlocked.spared.length > 0)) return { ok: false, why: 'locked' };
      spared = unlocked.spared.reduce((sum, { voxels }) => sum + voxels, 0);
      const { change } = unlocked;
      const head = { segment, exclusive, base: this.#last, change };
      if (gesture.tool !== 'compute' && !('before' in gesture))
        return isNoChange(change) ? [] : strokesOf(this.#drawing, [{ ...head, tool: gesture.tool }]);
      changed = changedVoxels(segments.get(segment) ?? emptyBits(size), change);
      if (changed.set === 0 && changed.cleared === 0) return [];
      const tool = gesture.tool === 'compute' ? gesture.what.do : gesture.tool;
      const content = bulkOperationOf(this.#drawing, { ...head, tool }, this.#hash!);
      return content === null ? TOO_MUCH : [content];
    });
    return drawn.ok ? { ...drawn, ...(changed !== null && { changed }), ...(spared > 0 && { spared }) } : drawn;
  }

  /** Adds bits that come from elsewhere to segments, as one action. `beforeStored`: called once nothing can be refused any more but for want of room. */
  add(added: readonly AddedBits[], locked: readonly string[], beforeStored: () => Promise<void>, tool = 'import'): Promise<Drawn> {
    return this.#change(async (state) => {
      const { isExclusive: exclusive, grid } = this.#source;
      const made = addingOperations(added, {
        ...{ drawing: this.#drawing, state, locked, tool, exclusive, size: gridSize(grid), base: this.#last, hash: this.#hash! },
      });
      if (Array.isArray(made) && made.length > 0) await beforeStored();
      return made;
    });
  }

  /** Each change is an operation of one action. None is stored if one does not fit. */
  rearrange(what: Rearrangement, locked: readonly string[]): Promise<Drawn> {
    return this.#change(async ({ segments, size }) => {
      const { isExclusive: exclusive, grid } = this.#source;
      // Islands hang together in space.
      if (what.do === 'split' && grid.noVolume !== null) return { ok: false, why: 'no-volume' };
      const made = changesOf(what, segments, size);
      const contents: MaskOperationContent[] = [];
      const action = crypto.randomUUID();
      for (const { segment, change } of made) {
        const unlocked = respectLocks(change, { segment, exclusive, locked: new Set(locked), segments, size });
        if (!unlocked.ok || unlocked.spared.length > 0) return { ok: false, why: 'locked' };
        const drawn = { segment, exclusive, tool: what.do, base: this.#last, change };
        const content = bulkOperationOf(this.#drawing, drawn, this.#hash!, action);
        if (content === null) return TOO_MUCH;
        contents.push(content);
      }
      return contents;
    });
  }

  /** What a threshold or a region would set. The last answer is kept: a region is computed once for all slices. */
  async preview(what: Previewed): Promise<ComputedBits> {
    const key = JSON.stringify(what);
    if (this.#previewed?.key === key) return this.#previewed.found;
    const found = await previewedBits(what, { grid: this.#source.grid, values: this.#ports, goesOn: () => !this.#isClosed });
    this.#previewed = found.ok ? { key, found } : null;
    return found;
  }

  async #changeOf(segment: string, gesture: Gesture) {
    const { grid } = this.#source;
    if ('before' in gesture) return { ok: true as const, change: changeBetween(gesture.before, gesture.after) };
    if (gesture.tool !== 'compute') return { ok: true as const, change: await changeOf(grid, gesture, this.#ports) };
    const { segments } = this.#replay.state;
    return computedChange(gesture.what, { grid, segments, segment, values: this.#ports, goesOn: () => !this.#isClosed });
  }

  /** The values of its series, for a model. */
  image(): Promise<ImageOfGrid> {
    return imageOfGrid(this.#source.grid, this.#ports, 'file');
  }

  /** Of a segment; null where the values of its series cannot be read, or make no volume, and where the segment is empty. */
  async uptake(segment: string): Promise<Uptake | null> {
    const bits = (await this.drawnState())?.segments.get(segment);
    if (bits === undefined || isEmpty(bits)) return null;
    const read = await imageOfGrid(this.#source.grid, this.#ports);
    return read.ok ? uptakeOf(bits, read.image) : null;
  }

  undo(locked: readonly string[]): Promise<Drawn> {
    return this.#change(async () => {
      const last = this.#actions.undoable.at(-1);
      if (last === undefined) return [];
      const uuids = last.drawn.map(({ uuid }) => uuid);
      return this.#unlocked(withdrawalsOf(this.#drawing, uuids, this.#last), last.drawn.map(segmentOf), locked);
    });
  }

  redo(locked: readonly string[]): Promise<Drawn> {
    return this.#change(async () => {
      const last = this.#actions.redoable.at(-1);
      if (last === undefined) return [];
      const bulks: MaskOperationContent[] = [];
      const action = crypto.randomUUID();
      for (const read of last.drawn) {
        const again = read.kind === 'bulk' ? this.#bulkAgain(read, read.bulk.tool, action) : null;
        if (read.kind === 'bulk' && again === null) return TOO_MUCH;
        if (again !== null) bulks.push(again);
      }
      const changes = last.drawn.flatMap((read) =>
        read.kind === 'stroke' ? [{ ...read.stroke, base: this.#last, change: read.stroke }] : [],
      );
      const contents = [...bulks, ...strokesOf(this.#drawing, changes)].map((content) => ({ ...content, repeats: last.action }));
      return this.#unlocked(contents, last.drawn.map(segmentOf), locked);
    });
  }

  /** Contents that leave locked segments as they are. Where segments may not overlap, others change as well: then it is replayed to know. */
  #unlocked(
    contents: MaskOperationContent[],
    segments: readonly string[],
    locked: readonly string[],
  ): MaskOperationContent[] | { ok: false; why: 'locked' } {
    if (segments.some((segment) => locked.includes(segment))) return LOCKED;
    if (!this.#source.isExclusive || locked.length === 0) return contents;
    const before = this.#replay.state;
    let { number } = before;
    const added = contents.map((content): Placed => {
      number += 1;
      return { number, read: readOperation(this.#source.segmentation, content, this.#hash!)! };
    });
    const after = new MaskReplay(before.size, this.#ports.snapshotEvery, this.#from).update(this.#placed.decided, [
      ...this.#placed.waiting,
      ...added,
    ]);
    const bitsIn = (state: MaskState, segment: string) => state.segments.get(segment) ?? emptyBits(before.size);
    const isSame = (segment: string): boolean =>
      after !== 'older-start' && isEmpty(combined(bitsIn(before, segment), bitsIn(after, segment), 'either'));
    return locked.every(isSame) ? contents : LOCKED;
  }

  /** Null if it does not fit into a call with its new base and tool. */
  #bulkAgain({ bulk, blocks }: BulkRead, tool: string, action?: string): MaskOperationContent | null {
    const { segment, exclusive } = bulk;
    const drawn = { segment, exclusive, tool, base: this.#last, change: changeOfBulk({ bulk, blocks }) };
    return bulkOperationOf(this.#drawing, drawn, this.#hash!, action);
  }

  /** Either is an operation that names the conflict: so it is settled on every device, and can be undone. */
  settle(conflict: string, how: 'take' | 'leave', locked: readonly string[]): Promise<Drawn> {
    return this.#change(async () => {
      const entry = this.#conflicts().find(({ operation }) => operation.uuid === conflict);
      if (entry === undefined || entry.operation.kind === 'withdrawal') return [];
      const { segment, exclusive } = entry.operation;
      const read = this.#reads.get(conflict);
      // Nothing of a proposal was written, so all of it is taken.
      if (how === 'take' && read?.kind === 'bulk') {
        const again = this.#bulkAgain(read, settlingTool(how, conflict));
        return again === null ? TOO_MUCH : this.#unlocked([again], [segment], locked);
      }
      const change = how === 'take' ? conflictOf(entry) : NO_CHANGE;
      const drawn = strokesOf(this.#drawing, [{ segment, exclusive, tool: settlingTool(how, conflict), base: this.#last, change }]);
      return how === 'take' ? this.#unlocked(drawn, [segment], locked) : drawn;
    });
  }

  /** What settling a conflict would give, on the slice where it is shown; null if it is not there any more. */
  conflictOn(conflict: string): Promise<ConflictOnSlice | null> {
    return this.#inTurn(async () => {
      const entry = this.#conflicts().find(({ operation }) => operation.uuid === conflict);
      if (this.#isClosed || entry === undefined || entry.operation.kind === 'withdrawal') return null;
      const { segments, size } = this.#replay.state;
      const bits = segments.get(entry.operation.segment) ?? emptyBits(size);
      const read = this.#reads.get(conflict);
      const change = conflictOf(entry);
      const mine = read?.kind === 'bulk' ? changeOfBulk(read) : change;
      return conflictOn(this.#source.grid, bits, { mine, conflict: change }, changeFacts(size, change).at[2]);
    });
  }

  history(most: number): Promise<MaskHistory | null> {
    return this.#inTurn(async () => {
      await this.#refresh();
      return this.#isClosed ? null : historyOf(this.#entries, this.#placed, most);
    });
  }

  /** Until it is called with null, nothing is drawn. */
  showAt(state: EarlierState | null): Promise<ShownState> {
    return this.#inTurn(async () => {
      await this.#refresh();
      if (this.#isClosed) return { ok: false, why: 'closed' };
      const earlier = state && this.#stateAt(state);
      if (state !== null && earlier === null) return { ok: false, why: 'not-here' };
      this.#earlier = earlier;
      return { ok: true };
    });
  }

  async restore(state: EarlierState, rights: RestoreRights): Promise<Restored> {
    await this.#inTurn(() => this.#refresh());
    let answer: Restored = { ok: false, why: 'not-here' };
    const drawn = await this.#change(async (now) => {
      const before = this.#stateAt(state);
      if (before === null) return [];
      const made = restoringOperations(rights, {
        ...{ drawing: this.#drawing, now, before, exclusive: this.#source.isExclusive, base: this.#last, hash: this.#hash! },
      });
      if ('ok' in made) return made;
      answer = made.answer;
      return [...made.contents];
    }, true);
    if (!drawn.ok) return drawn;
    if (answer.ok) this.#earlier = null;
    return answer;
  }

  #stateAt(state: EarlierState): MaskState | null {
    return stateAt({ size: gridSize(this.#source.grid), start: this.#from }, this.#placed, this.#last, state);
  }

  /** Stores what somebody did, and shows it after that. */
  #change(make: (state: MaskState) => Promise<MaskOperationContent[] | Drawn>, fromEarlier = false): Promise<Drawn> {
    return this.#inTurn(async () => {
      if (this.#isClosed) return CLOSED;
      if (this.#earlier !== null && !fromEarlier) return EARLIER;
      const made = await make(this.#replay.state);
      if (!Array.isArray(made)) return made;
      if (made.length === 0) return DONE;
      try {
        const at = new Date().toISOString();
        await saveDrawn(
          this.#ports.db,
          this.#ports.device,
          this.#source,
          made.map((content) => ({ ...content, at })),
        );
      } catch (error) {
        if (isQuotaError(error)) return { ok: false, why: 'no-room' };
        if (this.#ports.db.connection.isOver()) return CLOSED;
        throw error;
      }
      await this.#refresh();
      return DONE;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Why there is no mask; null if there is one. One that cannot be read any more is closed. */
  async #refresh(): Promise<NoMask | null> {
    if (this.#isClosed) return null;
    const journal = await this.#reader.read();
    // A sign-out has emptied the journal.
    const refused = journal === null ? { noMask: 'damaged' as const } : this.#take(journal);
    if (refused === 'older-start') {
      await dropStart(this.#ports.db, this.#source.segmentation, journal!.start!.number);
      return this.#refresh();
    }
    if (refused !== null) this.close();
    this.#tell();
    return refused;
  }

  #take({ last, gridHash, start, entries }: Journal): NoMask | 'older-start' | null {
    if (gridHash !== this.#source.gridHash) return { noMask: 'grid' };
    if (!this.#isStartedFrom(start)) return 'older-start';
    const read: ReadEntry[] = [];
    const [decided, waiting]: [Placed[], Placed[]] = [[], []];
    const drawn: ReadOperation[] = [];
    for (const entry of entries.values()) {
      if (entry.place.state === 'aside') continue;
      const operation = this.#read(entry);
      if (operation === null) return { noMask: 'damaged' };
      if (operation.kind !== 'withdraw' && entry.content!.operation.grid !== gridHash) return { noMask: 'grid' };
      read.push({ entry, read: operation });
      if (entry.place.state === 'drawn') drawn.push(operation);
      // A number beyond what is here: others may come before it.
      else {
        const { number } = entry.place;
        (number <= last ? decided : waiting).push({ number, read: withNumber(operation, number) });
      }
    }
    const inOrder = (placed: Placed[]): Placed[] => placed.sort((a, b) => a.number - b.number);
    // After a sign-out, some had seen more than is here again.
    const arrived = Math.max(last, inOrder(waiting).at(-1)?.number ?? 0);
    let number = Math.max(arrived, ...drawn.map(({ base }) => base));
    for (const operation of drawn) waiting.push({ number: (number += 1), read: operation });
    const before = this.#replay.state;
    const state = this.#replay.update(inOrder(decided), waiting);
    if (state === 'older-start') return state;
    if (state !== before) this.#version += 1;
    this.#last = last;
    this.#onServer = arrived;
    this.#unsent = drawn.length;
    this.#aside = [...entries.values()].flatMap(({ uuid, place }) => (place.state === 'aside' ? [{ uuid, reason: place.reason }] : []));
    this.#actions = ownActions(read);
    [this.#entries, this.#placed] = [read, { decided, waiting }];
    return null;
  }

  /** False if the snapshot cannot be used. */
  #isStartedFrom(start: JournalStart | null): boolean {
    if (start === this.#start) return true;
    const size = gridSize(this.#source.grid);
    const from = start && openedSnapshot(start, size, this.#hash!);
    if (start !== null && from === null) return false;
    this.#replay = new MaskReplay(size, this.#ports.snapshotEvery, from);
    [this.#start, this.#from] = [start, from];
    this.#version += 1;
    return true;
  }

  /** The mask at the last number of which snapshots are made; null if there is none, or only one that starts from a snapshot itself. */
  snapshot(): Promise<MadeSnapshot | null> {
    return this.#inTurn(async () => {
      const state = this.#isClosed ? null : this.#replay.marked;
      return state && madeSnapshot(state, this.#hash!);
    });
  }

  #read({ uuid, content }: ReadEntry['entry']): ReadOperation | null {
    const known = this.#reads.get(uuid);
    if (known) return known;
    const read = content && readOperation(this.#source.segmentation, content, this.#hash!);
    if (read) this.#reads.set(uuid, read);
    return read;
  }

  #tell(): void {
    const news = this.#news();
    const told = JSON.stringify(news);
    if (told === this.#told) return;
    this.#told = told;
    this.#onNews(news);
  }

  #news(): MaskNews {
    const { segments, size } = this.#replay.state;
    const conflicts = this.#conflicts().map((entry): MaskConflict => {
      const { uuid, segment } = entry.operation as { uuid: string; segment: string };
      return { uuid, segment, isProposal: entry.outcome.kind === 'proposal', ...changeFacts(size, conflictOf(entry)) };
    });
    return {
      segmentation: this.#source.segmentation,
      version: this.#version,
      segments: this.#isClosed ? [] : this.#facts.of(segments),
      onServer: this.#onServer,
      unsent: this.#unsent,
      aside: this.#aside,
      conflicts,
      canUndo: this.#actions.undoable.length > 0,
      canRedo: this.#actions.redoable.length > 0,
    };
  }

  /** Of this user, decided by the server, and neither taken nor left. */
  #conflicts(): Entry[] {
    const { state } = this.#replay;
    const settled = new Set(state.log.flatMap(({ operation, isWithdrawn }) => (isWithdrawn ? [] : settledBy(operation))));
    const author = String(this.#ports.userId);
    return conflictsOf(state).filter(
      ({ number, operation: { uuid, author: by } }) => by === author && number <= this.#last && !settled.has(uuid),
    );
  }

  readonly #onFault = (error: unknown): void => {
    if (!this.#isClosed && !this.#ports.db.connection.isOver()) reportError(error);
  };
}

const segmentOf = (read: StrokeRead | BulkRead): string => (read.kind === 'stroke' ? read.stroke : read.bulk).segment;

function changeOfBulk({ bulk, blocks }: Pick<BulkRead, 'bulk' | 'blocks'>): Change {
  const [set, clear] = [runsOfHashes(bulk.set, blocks), runsOfHashes(bulk.clear, blocks)] as Change['set'][];
  return { set: set!, clear: clear! };
}

const SETTLED = /^(?:take|leave) (.+)$/;

const settlingTool = (how: 'take' | 'leave', conflict: string): string => `${how} ${conflict}`;

function settledBy(operation: Entry['operation']): string[] {
  const [, conflict] = (operation.kind !== 'withdrawal' && SETTLED.exec(operation.tool)) || [];
  return conflict === undefined ? [] : [conflict];
}

function conflictOf({ outcome }: Entry) {
  return outcome.kind === 'conflict' || outcome.kind === 'proposal' ? outcome.conflict : NO_CHANGE;
}
