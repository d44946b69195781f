import { randomUUID } from 'node:crypto';
import type { ConflictChoice, FileConflict } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { numberedName } from '#model/file-areas/file-paths.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { childOf, type Entry } from './areas.ts';
import { assertRoomInFolder, lineOf, sizeOfTrees, treeOf } from './trees.ts';

/** An entry on its way into a folder, under a name. */
export interface Placing {
  source: Entry;
  folder: Entry;
  name: string;
}

const EXAMPLES = 5;

/** What is in the way, by kind. Of folders that would be merged, what they hold is compared too. */
export async function conflictsOf(db: Reader | Writer, placings: readonly Placing[]): Promise<FileConflict[]> {
  const found = new Map<FileConflict['kind'], FileConflict>();
  const note = (kind: FileConflict['kind'], path: string): void => {
    const one = found.get(kind) ?? { kind, count: 0, examples: [] };
    one.count += 1;
    if (one.examples.length < EXAMPLES) one.examples.push(path);
    found.set(kind, one);
  };
  const named = new Set<string>();
  for (const { source, folder, name } of placings) {
    const existing = await childOf(db, folder.id, name);
    // Two of them, from different folders.
    if (existing === null && named.has(`${folder.id}/${name}`)) note(source.kind, name);
    named.add(`${folder.id}/${name}`);
    if (existing === null || existing.id === source.id) continue;
    const pairs = [{ a: source, b: existing, path: name }];
    for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
      const { a, b, path } = pair;
      note(a.kind !== b.kind ? 'other-kind' : a.kind, path);
      if (a.kind !== 'folder' || b.kind !== 'folder') continue;
      for (const both of await inBoth(db, a.id, b.id)) pairs.push({ ...both, path: `${path}/${both.a.name}` });
    }
  }
  return [...found.values()];
}

/** Entries of two folders that have the same name. */
async function inBoth(db: Reader | Writer, a: number, b: number): Promise<{ a: Entry; b: Entry }[]> {
  const ofA = await db
    .selectFrom('file_entry')
    .selectAll()
    .where('parent_id', '=', a)
    .where('name', 'in', (own) => own.selectFrom('file_entry').select('name').where('parent_id', '=', b))
    .execute();
  const pairs: { a: Entry; b: Entry }[] = [];
  for (const entry of ofA) pairs.push({ a: entry, b: (await childOf(db, b, entry.name))! });
  return pairs;
}

export interface PlacedBy {
  /** Where a name exists. */
  conflict: ConflictChoice;
  userId: number | null;
  now: number;
}

/** Moves entries with everything below them into folders. Returns how many were left out. */
export async function moveInto(tx: Writer, placings: readonly Placing[], by: PlacedBy): Promise<{ skipped: number }> {
  const tally = { skipped: 0 };
  for (const placing of placings) {
    await assertDepth(tx, placing);
    await moveOne(tx, placing, by, tally);
  }
  for (const folderId of new Set(placings.map(({ folder }) => folder.id))) await assertRoomInFolder(tx, folderId);
  return tally;
}

async function moveOne(tx: Writer, { source, folder, name }: Placing, by: PlacedBy, tally: { skipped: number }): Promise<void> {
  const existing = await childOf(tx, folder.id, name);
  if (existing?.id === source.id) return;
  if (existing === null) return put(tx, source, folder, name);
  if (existing.kind === 'folder' && source.kind === 'folder') return mergeFolders(tx, source, existing, by, tally);
  if (by.conflict === 'skip') return void (tally.skipped += 1);
  if (by.conflict === 'keep-both') return put(tx, source, folder, await freeName(tx, folder.id, name));
  await toBin(tx, [existing], by);
  return put(tx, source, folder, name);
}

async function put(tx: Writer, source: Entry, folder: Entry, name: string): Promise<void> {
  await tx
    .updateTable('file_entry')
    .set({ parent_id: folder.id, name, top: null, work_id: null, deleted_at: null, deleted_by: null, was_in: null })
    .where('id', '=', source.id)
    .execute();
  if (source.area_id === folder.area_id) return;
  await tx
    .updateTable('file_entry')
    .set({ area_id: folder.area_id })
    .where('id', 'in', treeOf(tx, [source.id]).select('tree.id'))
    .execute();
}

/** What exists in only one of them moves with its whole tree. A folder that is empty in the end is gone. */
async function mergeFolders(tx: Writer, source: Entry, into: Entry, by: PlacedBy, tally: { skipped: number }): Promise<void> {
  for (const { a, b } of await inBoth(tx, source.id, into.id)) {
    if (a.kind === 'folder' && b.kind === 'folder') await mergeFolders(tx, a, b, by, tally);
    else await moveOne(tx, { source: a, folder: into, name: a.name }, by, tally);
  }
  const alone = await tx
    .selectFrom('file_entry')
    .selectAll()
    .where('parent_id', '=', source.id)
    .where('name', 'not in', (own) => own.selectFrom('file_entry').select('name').where('parent_id', '=', into.id))
    .execute();
  for (const entry of alone) await put(tx, entry, into, entry.name);
  await assertRoomInFolder(tx, into.id);
  const left = await tx.selectFrom('file_entry').select('id').where('parent_id', '=', source.id).limit(1).executeTakeFirst();
  if (left === undefined) await tx.deleteFrom('file_entry').where('id', '=', source.id).execute();
}

async function assertDepth(tx: Writer, { source, folder }: Placing): Promise<void> {
  const line = await lineOf(tx, folder.id);
  if (line.some(({ id }) => id === source.id)) throw new Refusal('folder_into_itself');
  const { height } = await sizeOfTrees(tx, [source.id]);
  if (line.length - 1 + height > LIMITS.folderDepth) throw new Refusal('folder_too_deep');
}

/** The first number that is free. */
export async function freeName(db: Reader | Writer, folderId: number, name: string): Promise<string> {
  for (let number = 2; ; number += 1) {
    const numbered = numberedName(name, number);
    if ((await childOf(db, folderId, numbered)) === null) return numbered;
  }
}

/** With everything below them. They can be restored until their time is over. */
export async function toBin(tx: Writer, entries: readonly Entry[], { userId, now }: Pick<PlacedBy, 'userId' | 'now'>): Promise<void> {
  for (const entry of entries) {
    const folders = (await lineOf(tx, entry.id)).slice(1, -1).map((each) => each.name);
    await tx
      .updateTable('file_entry')
      .set({ parent_id: null, top: 'bin', deleted_at: now, deleted_by: userId, was_in: `/${folders.toReversed().join('/')}` })
      .where('id', '=', entry.id)
      .execute();
  }
}

interface CopyStep {
  from: Entry;
  toId: number;
}

/**
 * Copies of entries below a folder, portion by portion: each call of `next` makes some of them in its transaction, until it returns false. Contents
 * are shared.
 */
export class TreeCopy {
  readonly #areaId: number;
  readonly #now: number;
  readonly #folders: CopyStep[] = [];
  #opened = 0;
  #waiting: { from: Entry; toId: number; name: string }[];
  entries = 0;
  bytes = 0;

  constructor(sources: readonly { source: Entry; name: string }[], to: Pick<Entry, 'id' | 'area_id'>, now: number) {
    this.#areaId = to.area_id;
    this.#now = now;
    this.#waiting = sources.map(({ source, name }) => ({ from: source, toId: to.id, name }));
  }

  async next(tx: Writer, atMost: number): Promise<boolean> {
    if (this.#waiting.length === 0) await this.#openFolders(tx, atMost);
    const some = this.#waiting.splice(0, atMost);
    for (const portion of inPortions(some)) {
      const rows = portion.map(({ from, toId, name }) => ({
        ...{ uuid: randomUUID(), area_id: this.#areaId, parent_id: toId, top: null, name, kind: from.kind },
        ...{ content_id: from.content_id, bytes: from.bytes, changed_at: from.kind === 'file' ? from.changed_at : this.#now },
        ...{ work_id: null, deleted_at: null, deleted_by: null, was_in: null },
      }));
      const made = await tx.insertInto('file_entry').values(rows).returning(['id', 'uuid']).execute();
      const idByUuid = new Map(made.map((row) => [row.uuid, row.id]));
      for (const [n, { from }] of portion.entries()) {
        if (from.kind === 'folder') this.#folders.push({ from, toId: idByUuid.get(rows[n]!.uuid)! });
        this.entries += 1;
        this.bytes += from.bytes;
      }
    }
    return this.#waiting.length > 0 || this.#folders.length > this.#opened;
  }

  async #openFolders(tx: Writer, atMost: number): Promise<void> {
    while (this.#waiting.length < atMost) {
      const folder = this.#folders[this.#opened];
      if (folder === undefined) return;
      this.#opened += 1;
      const held = await tx.selectFrom('file_entry').selectAll().where('parent_id', '=', folder.from.id).orderBy('id').execute();
      for (const from of held) this.#waiting.push({ from, toId: folder.toId, name: from.name });
    }
  }
}
