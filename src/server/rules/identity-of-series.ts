import { Deidentification } from '#contract/deidentification.ts';
import type { CheckedFiles, IdentityCheck } from '#server/reading/identity-check.ts';
import type { ServerContext } from './context.ts';
import type { SeriesOfJob } from './series-of-job.ts';
import { createStoredSource } from './stored-source.ts';

/**
 * Of a series that its device calls de-identified, in a team that demands to be sure: what is still in it, in words for its row. Null where nothing is, or
 * nothing is looked at.
 */
export async function stillIdentifying(
  context: ServerContext,
  check: IdentityCheck | null,
  series: SeriesOfJob,
  signal: AbortSignal,
): Promise<string | null> {
  const { deidentification } = await context.db.read
    .selectFrom('study')
    .select('deidentification')
    .where('uuid', '=', series.studyUuid)
    .executeTakeFirstOrThrow();
  if (deidentification === null) return null;
  if (check === null) throw new Error('This series has to be looked through, and nobody here does');
  const { demanded: _, usual: __, ...settings } = Deidentification.parse(JSON.parse(deidentification));
  const rows = await context.db.read.selectFrom('file').select(['id', 'size']).where('series_id', '=', series.id).orderBy('id').execute();
  const files = rows.map((row) => createStoredSource(context, row));
  return inWords(await check.check({ type: series.type, settings, files, owner: series.session }, signal));
}

function inWords({ attributes, unread }: CheckedFiles): string | null {
  if (attributes.length === 0 && unread === 0) return null;
  const named = attributes.slice(0, NAMED).join(', ');
  const more = attributes.length > NAMED ? ` and ${attributes.length - NAMED} more` : '';
  const still = attributes.length > 0 ? `It was sent as de-identified, and still holds: ${named}${more}.` : '';
  const cannot = unread > 0 ? `It was sent as de-identified, and ${unread} of its files cannot be looked through.` : '';
  return [still, cannot, 'It is kept as it was sent and was not converted.'].filter((sentence) => sentence !== '').join(' ');
}

/** The first of them: a row is read by a person. */
const NAMED = 8;
