import { LIMITS } from '#contract/limits.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { commitFiles, type StagedFile } from '#localdb/files/commit-files.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { createSegment, SEGMENT_BYTES, segmentBytesFor } from '#localdb/files/segment.ts';
import { describedBy, readFile } from './read-file.ts';
import type { Spool } from './spool.ts';

export interface TakenEntries {
  stored: number;
  duplicates: number;
  problems: number;
}

interface Entry {
  id: string;
  path: string;
}

/** Files of an archive that share a segment and a commit. A file larger than a segment is committed separately. */
export class EntryBatch {
  readonly #db: LocalDb;
  readonly #device: DeviceKey;
  readonly #uploadId: string;
  #files: StagedFile[] = [];
  #plain: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;
  #commits = 0;
  /** Rows that were committed. */
  committed = 0;
  readonly taken: TakenEntries = { stored: 0, duplicates: 0, problems: 0 };

  constructor({ db, device, uploadId }: { db: LocalDb; device: DeviceKey; uploadId: string }) {
    this.#db = db;
    this.#device = device;
    this.#uploadId = uploadId;
  }

  /** A large file that an earlier attempt has stored is not read again, because it would need its space twice. */
  async hasLarge({ id, size }: Entry & { size: number | null }): Promise<boolean> {
    if (size !== null && size <= SEGMENT_BYTES) return false;
    if ((await this.#db.files.get(id))?.problem !== null) return false;
    this.taken.stored += 1;
    this.committed += 1;
    return true;
  }

  async add(entry: Entry, spool: Spool): Promise<void> {
    const bytes = spool.bytes();
    const sha256 = await spool.close();
    if (bytes === null) {
      const reading = describedBy(await readFile(spool.source(), entry.path), sha256);
      await this.#commitLarge({ ...stagedEntry(entry), size: spool.size, sha256, pieces: spool.pieces, reading }, spool);
      return;
    }
    const reading = describedBy(await readFile(createMemorySource(bytes), entry.path), sha256);
    const kept = reading.ok ? bytes : NOTHING;
    if (this.#bytes + kept.length > segmentBytesFor(this.#commits)) await this.commit();
    await this.#commitIfFull();
    // The segment is known when the batch is full.
    const pieces = reading.ok ? [{ segmentId: '', offset: this.#bytes, length: kept.length }] : [];
    this.#files.push({ ...stagedEntry(entry), size: bytes.length, sha256, pieces, reading });
    this.#plain.push(kept);
    this.#bytes += kept.length;
  }

  /** A row with the reason; nothing of the file is kept. */
  async refuse(entry: Entry & { size?: number | null }, problem: Extract<StagedFile['reading'], { ok: false }>['problem']): Promise<void> {
    await this.#commitIfFull();
    this.#files.push({ ...stagedEntry(entry), size: entry.size ?? 0, sha256: '', pieces: [], reading: { ok: false, problem } });
  }

  async commit(): Promise<void> {
    const files = this.#files.splice(0);
    const plain = new Uint8Array(await new Blob(this.#plain.splice(0)).arrayBuffer());
    this.#bytes = 0;
    if (files.length === 0) return;
    const segment = await createSegment(this.#device, this.#uploadId, plain);
    for (const piece of files.flatMap(({ pieces }) => pieces)) piece.segmentId = segment.id;
    this.#count(await commitFiles(this.#db, this.#device, this.#uploadId, files, plain.length > 0 ? [segment] : []), files.length);
    this.#commits += 1;
  }

  async #commitIfFull(): Promise<void> {
    if (this.#files.length >= LIMITS.progressEveryFiles) await this.commit();
  }

  /** Its segments were written ahead. Unused ones are deleted. */
  async #commitLarge(file: StagedFile, spool: Spool): Promise<void> {
    await this.commit();
    const kept = file.reading.ok ? file : { ...file, pieces: [] };
    if (!file.reading.ok) await spool.discard();
    const committed = await commitFiles(this.#db, this.#device, this.#uploadId, [kept], []);
    await this.#db.segments.bulkDelete(committed.unheldSegmentIds);
    this.#count(committed, 1);
  }

  #count({ stored, duplicates, problems }: TakenEntries, files: number): void {
    this.committed += files;
    this.taken.stored += stored;
    this.taken.duplicates += duplicates;
    this.taken.problems += problems;
  }
}

const NOTHING = new Uint8Array(0);

function stagedEntry({ id, path }: Entry): Pick<StagedFile, 'id' | 'names'> {
  return { id, names: { name: path.split('/').pop() ?? path, path } };
}
