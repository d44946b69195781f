import { liveQuery } from 'dexie';
import { unlessOutdated, withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, MaskOperationRow, MaskOperationState, MaskRow } from '#localdb/schema.ts';
import { openContent, type MaskOperationContent } from './journal.ts';
import { openedStart, type JournalStart } from './mask-start.ts';

/** A stored operation; `content` is null if it cannot be decrypted. */
export interface JournalEntry {
  seq: number;
  uuid: string;
  isOwn: boolean;
  place: MaskOperationState;
  content: MaskOperationContent | null;
}

export interface Journal {
  /** What stands for the operations up to its number, which may not be among the entries; null: nothing does. */
  start: JournalStart | null;
  /** All operations up to this number are among the entries. */
  last: number;
  gridHash: string;
  /** By uuid, in the order of `seq`. */
  entries: ReadonlyMap<string, JournalEntry>;
}

/** Reads the journal of a segmentation again and again, each time only what has changed. */
export class JournalReader {
  readonly #db: LocalDb;
  readonly #device: DeviceKey;
  readonly #segmentation: string;
  readonly #entries = new Map<string, JournalEntry>();
  #seen = 0;
  #last = 0;
  #start: JournalStart | null = null;

  constructor(db: LocalDb, device: DeviceKey, segmentation: string) {
    this.#db = db;
    this.#device = device;
    this.#segmentation = segmentation;
  }

  /** Null once the row of the segmentation is gone, as after a sign-out. One reading at a time. */
  async read(): Promise<Journal | null> {
    const open = [...this.#entries.values()].filter(({ place }) => place.state !== 'taken');
    const found = await withConnection(this.#db, () => this.#changes(open));
    if (found === null) return null;
    if (found.mask.last < this.#last || (this.#start !== null && found.mask.start !== this.#start.number)) {
      // The journal began again.
      [this.#seen, this.#last, this.#start] = [0, 0, null];
      this.#entries.clear();
      return this.read();
    }
    this.#last = found.mask.last;
    if (found.mask.start !== undefined) this.#start ??= await openedStart(this.#device, found.mask.start, found.snapshot);
    const changed = new Set(found.rows.map(({ seq }) => seq));
    for (const { seq, uuid } of open) if (!changed.has(seq) && !found.waiting.has(seq)) this.#entries.delete(uuid);
    const entries = await Promise.all(found.rows.map((row) => this.#entryOf(row)));
    for (const entry of entries) {
      this.#entries.set(entry.uuid, entry);
      this.#seen = Math.max(this.#seen, entry.seq);
    }
    const { last, gridHash } = found.mask;
    return { last, gridHash, start: this.#start, entries: this.#entries };
  }

  /** New rows, and those of the open ones that no longer are as they were. `waiting`: numbers of the rows that are. */
  #changes(open: readonly JournalEntry[]) {
    const { masks, maskSnapshots, maskOperations } = this.#db;
    const segmentation = this.#segmentation;
    const inState = (state: MaskOperationState['state']): Promise<number[]> =>
      maskOperations.where('[segmentation+state]').equals([segmentation, state]).primaryKeys();
    return this.#db.transaction('r', masks, maskSnapshots, maskOperations, async () => {
      const mask = await masks.get(segmentation);
      if (mask === undefined) return null;
      const snapshot = mask.start === undefined || this.#start !== null ? undefined : await maskSnapshots.get(segmentation);
      const fresh =
        this.#seen === 0
          ? await maskOperations.where({ segmentation }).toArray()
          : await maskOperations
              .where('seq')
              .above(this.#seen)
              .filter((row) => row.segmentation === segmentation)
              .toArray();
      const [drawn, aside] = [new Set(await inState('drawn')), new Set(await inState('aside'))];
      const moved = open.filter(({ seq, place }) => !(place.state === 'drawn' ? drawn : aside).has(seq)).map(({ seq }) => seq);
      const rows = (await maskOperations.bulkGet(moved)).filter((row) => row !== undefined);
      return { mask, snapshot, rows: [...rows, ...fresh], waiting: new Set([...drawn, ...aside]) };
    });
  }

  async #entryOf(row: MaskOperationRow): Promise<JournalEntry> {
    const { seq, uuid, isOwn, sealed } = row;
    const content = this.#entries.get(uuid)?.content ?? (await openContent(this.#device, sealed).catch(() => null));
    return { seq, uuid, isOwn: isOwn === 1, place: placeOf(row), content };
  }
}

/** Calls after each change of the journal of a segmentation, in any tab, until the returned function is called. */
export function watchJournal(db: LocalDb, segmentation: string, onChange: (mask: MaskRow | undefined) => void): () => void {
  const subscription = liveQuery(() =>
    unlessOutdated(db, () =>
      Promise.all([
        db.masks.get(segmentation),
        db.maskOperations.where('segmentation').equals(segmentation).count(),
        statesOf(db, segmentation),
      ]),
    ),
  ).subscribe({
    next: (found) => onChange(found?.[0]),
    error: (cause) => void (db.connection.isOver() || reportError(cause)),
  });
  return () => subscription.unsubscribe();
}

function statesOf(db: LocalDb, segmentation: string): Promise<number[]> {
  return Promise.all(
    (['drawn', 'aside'] as const).map((state) => db.maskOperations.where('[segmentation+state]').equals([segmentation, state]).count()),
  );
}

function placeOf(row: MaskOperationRow): MaskOperationState {
  if (row.state === 'taken') return { state: 'taken', number: row.number };
  return row.state === 'aside' ? { state: 'aside', reason: row.reason } : { state: 'drawn' };
}
