import type { LocalDb } from '#localdb/schema.ts';

/** How many files of each series are not among these contents. One series at a time, so that the page responds in between. */
export async function missingFiles(
  db: LocalDb,
  seriesIds: readonly string[],
  contents: ReadonlySet<string>,
): Promise<Record<string, number>> {
  const missing: Record<string, number> = {};
  for (const seriesId of seriesIds)
    missing[seriesId] = await db.files
      .where('seriesId')
      .equals(seriesId)
      .filter(({ sha256 }) => !contents.has(sha256))
      .count();
  return missing;
}
