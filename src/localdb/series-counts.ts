import type { LocalDb } from './schema.ts';

/** What a change adds to the counters of series; `add` inside the transaction that changes the rows they count. */
export class SeriesCounts {
  readonly #bySeries = new Map<string, { confirmedBytes: number; provedBytes: number; provedFiles: number }>();

  of(seriesId: string) {
    const counts = this.#bySeries.get(seriesId) ?? { confirmedBytes: 0, provedBytes: 0, provedFiles: 0 };
    this.#bySeries.set(seriesId, counts);
    return counts;
  }

  async add(db: LocalDb): Promise<void> {
    for (const [seriesId, counts] of this.#bySeries) {
      await db.series
        .where('id')
        .equals(seriesId)
        .modify((row) => {
          row.confirmedBytes += counts.confirmedBytes;
          row.provedBytes += counts.provedBytes;
          row.provedFiles += counts.provedFiles;
        });
    }
  }
}

/** Counters anew from the rows they count, inside the transaction of the caller. */
export async function recountSeries(db: LocalDb, uploadId: string): Promise<void> {
  const counts = new SeriesCounts();
  const confirmed = await db.chunks.where('[uploadId+state]').equals([uploadId, 'confirmed']).toArray();
  for (const part of confirmed.flatMap((chunk) => chunk.parts)) counts.of(part.seriesId).confirmedBytes += part.length;
  const files = await db.files.where('uploadId').equals(uploadId).toArray();
  for (const file of files) {
    if (file.state !== 'proved' || file.seriesId === null) continue;
    counts.of(file.seriesId).provedBytes += file.size;
    counts.of(file.seriesId).provedFiles += 1;
  }
  await db.series
    .where('uploadId')
    .equals(uploadId)
    .modify((row) => {
      Object.assign(row, counts.of(row.id));
    });
}
