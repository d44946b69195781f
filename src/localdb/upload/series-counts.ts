import { countsOf, nextFileState, type FileCounts, type FileEvent } from '#model/uploads/file-state.ts';
import type { FileRow, LocalDb } from '#localdb/schema.ts';

type Counts = FileCounts & { confirmedBytes: number };

const NOTHING: Counts = { confirmedBytes: 0, provedFiles: 0, provedBytes: 0, keptBytes: 0, lostFiles: 0, goneBytes: 0 };

/** Changes to the counters of series. Call `add` inside the transaction that changes the counted rows. */
export class SeriesCounts {
  readonly #bySeries = new Map<string, Counts>();

  of(seriesId: string): Counts {
    const counts = this.#bySeries.get(seriesId) ?? { ...NOTHING };
    this.#bySeries.set(seriesId, counts);
    return counts;
  }

  /** A file that is counted from now on (1) or no longer (-1). */
  file({ seriesId, state, size }: Pick<FileRow, 'seriesId' | 'state' | 'size'>, sign: 1 | -1): void {
    if (seriesId !== null) addTo(this.of(seriesId), countsOf(state, size), sign);
  }

  async add(db: LocalDb): Promise<void> {
    const rows = (await db.series.bulkGet([...this.#bySeries.keys()])).filter((row) => row !== undefined);
    for (const row of rows) addTo(row, this.of(row.id), 1);
    await db.series.bulkPut(rows);
  }
}

function addTo(sums: Counts, counts: Partial<Counts>, sign: 1 | -1): void {
  for (const [name, count] of Object.entries(counts)) sums[name as keyof Counts] += sign * count;
}

/**
 * Applies an event of [Note: The bytes of a file on the device] to files and to their counters, inside a transaction. Returns the files that
 * changed; for the others the event came late or twice.
 */
export async function moveFiles(db: LocalDb, files: readonly FileRow[], event: FileEvent): Promise<FileRow[]> {
  const counts = new SeriesCounts();
  const moved: FileRow[] = [];
  for (const file of files) {
    const state = nextFileState(file.state, event);
    if (state === null || !keepsItsBytes(file)) continue;
    counts.file(file, -1);
    moved.push({ ...file, state });
    counts.file({ ...file, state }, 1);
  }
  await db.files.bulkUpdate(moved.map((file) => ({ key: file.id, changes: { state: file.state } })));
  await counts.add(db);
  return moved;
}

/** A file with a problem has no bytes here; an archive for the server has. */
function keepsItsBytes({ problem }: FileRow): boolean {
  return problem === null || problem === 'for-server';
}

/** Recounts the confirmed bytes from the chunks, inside a transaction. */
export async function recountConfirmed(db: LocalDb, uploadId: string): Promise<void> {
  const counts = new SeriesCounts();
  const confirmed = await db.chunks.where('[uploadId+state]').equals([uploadId, 'confirmed']).toArray();
  for (const part of confirmed.flatMap((chunk) => chunk.parts)) counts.of(part.seriesId).confirmedBytes += part.length;
  await db.series
    .where('uploadId')
    .equals(uploadId)
    .modify((row) => {
      row.confirmedBytes = row.server ? row.bytes : counts.of(row.id).confirmedBytes;
    });
}
