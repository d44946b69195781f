import type { StoredPart } from '#contract/installation.ts';
import type { Reader } from '#server/db/database.ts';

/** Bytes of all teams by what they are: files as announced, as in the storage of a team, what was made of them, and files of models. */
export async function storedBytes(db: Reader): Promise<{ part: StoredPart; bytes: number }[]> {
  const series = await db
    .selectFrom('series')
    .select((eb) => eb.fn.sum<number | null>('total_bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  const volumes = await db
    .selectFrom('volume')
    .select((eb) => eb.fn.sum<number | null>(eb('size', '+', eb.fn.coalesce('bricks_size', eb.lit(0)))).as('bytes'))
    .executeTakeFirstOrThrow();
  const labels = await db
    .selectFrom('dataset_case')
    .select((eb) => eb.fn.sum<number | null>('label_bytes').as('bytes'))
    .where('label_key', 'is not', null)
    .executeTakeFirstOrThrow();
  const resampled = await db
    .selectFrom('dataset_image')
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .where('object_key', 'is not', null)
    .where('resampled_from', 'is not', null)
    .whereRef('resampled_from', '<>', 'sha256')
    .executeTakeFirstOrThrow();
  const models = await db
    .selectFrom('ai_file')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirstOrThrow();
  const files = await db
    .selectFrom('file_content')
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return [
    { part: 'originals', bytes: series.bytes ?? 0 },
    { part: 'volumes', bytes: volumes.bytes ?? 0 },
    { part: 'datasets', bytes: (labels.bytes ?? 0) + (resampled.bytes ?? 0) },
    { part: 'models', bytes: models.bytes ?? 0 },
    // Copies share their bytes.
    { part: 'files', bytes: files.bytes ?? 0 },
  ];
}
