import { Deidentification } from '#contract/deidentification.ts';
import type { CheckedFiles, IdentityCheck } from '#server/reading/identity-check.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { SeriesOfJob } from '#server/rules/conversion/series-of-job.ts';
import { createStoredSource } from '#server/rules/stored-source.ts';

/**
 * Lists what still identifies the patient in a series called de-identified, as text for its row, if its team demands the check. Null if
 * there is nothing, or no check.
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
  if (check === null) throw new Error('This series must be checked, but the server has no identity check');
  const { demanded: _, usual: __, ...settings } = Deidentification.parse(JSON.parse(deidentification));
  const rows = await context.db.read.selectFrom('file').select(['id', 'size']).where('series_id', '=', series.id).orderBy('id').execute();
  const files = rows.map((row) => createStoredSource(context, row));
  return inWords(await check.check({ type: series.type, settings, files, owner: series.session }, signal));
}

function inWords({ attributes, unread }: CheckedFiles): string | null {
  if (attributes.length === 0 && unread === 0) return null;
  const named = attributes.slice(0, NAMED).join(', ');
  const more = attributes.length > NAMED ? ` and ${attributes.length - NAMED} more` : '';
  const still = attributes.length > 0 ? `It was sent as de-identified but still contains: ${named}${more}.` : '';
  const cannot = unread > 0 ? `It was sent as de-identified, but ${unread} of its files cannot be checked.` : '';
  return [still, cannot, 'It is stored unchanged and was not converted.'].filter((sentence) => sentence !== '').join(' ');
}

/** Only the first of them, to keep the row readable. */
const NAMED = 8;
