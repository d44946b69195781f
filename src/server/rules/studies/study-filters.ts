import { sql } from 'kysely';
import type { StudyFilters, StudyOrder } from '#contract/study-filters.ts';
import { withoutIndex } from '#server/db/dialect.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { studiesWithFinding } from '#server/rules/quality/findings-seen.ts';
import { segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import { searchWords } from './name-search.ts';
import { isAbout } from './studies-search.ts';
import { maySeeProjects, studiesOfTeam } from './studies.ts';

type Studies = ReturnType<typeof studiesOfTeam>;

const [FIRST_DATE, LAST_DATE] = ['00000000', '99999999'];
/** The studies that match all filters. Filtering by project or dataset requires the right to see them. */
export async function filteredStudies(db: Reader, caller: Member, filters: StudyFilters): Promise<Studies> {
  const { bupload_id, filter_id, project, folder, dataset, segmented, modality, body_part, patient, state, user, date_from, date_to } =
    filters;
  const { finding } = filters;
  if (project !== undefined && !maySeeProjects(caller)) throw new Refusal('not_allowed');
  if (dataset !== undefined && !caller.permissions.has('r:datasets')) throw new Refusal('not_allowed');
  const words = searchWords(filters.search ?? '');
  let found = studiesOfTeam(db, caller.teamId, { inOrderOfArrival: words.length > 0 });
  if (bupload_id !== undefined)
    found = found.where('study.id', 'in', db.selectFrom('series').select('study_id').where('upload_id', '=', bupload_id));
  if (filter_id !== undefined)
    found = found.where('study.id', 'in', db.selectFrom('study_label').select('study_id').where('label_id', '=', filter_id));
  if (project !== undefined)
    found = found.where('study.id', 'in', db.selectFrom('study_project').select('study_id').where('project_id', '=', project));
  if (dataset !== undefined)
    found = found.where('study.id', 'in', db.selectFrom('dataset_study').select('study_id').where('dataset_id', '=', dataset));
  if (segmented !== undefined) found = found.where('study.id', 'in', segmentationsSeenBy(db, caller).select('segmentation.study_id'));
  if (finding !== undefined) found = found.where('study.id', 'in', studiesWithFinding(db, caller, finding));
  if (folder !== undefined) found = found.where('study.folder_id', '=', folder);
  if (modality !== undefined) found = found.where('study.modality', '=', modality);
  if (body_part !== undefined) found = found.where('study.body_part', '=', body_part);
  // A patient that was merged into another leads to that one, as its page does.
  if (patient !== undefined)
    found = found.where(
      'study.patient_id',
      'in',
      db
        .selectFrom('patient')
        .select((eb) => eb.fn.coalesce('merged_into', 'id').as('id'))
        .where('uuid', '=', patient),
    );
  if (user !== undefined) found = found.where('study.uploaded_by', '=', user);
  // Dates as DICOM writes them are in the order of their texts. An empty one, of a study without date, and words are outside of all of them.
  // A span of dates often has most studies of a team, so its own index is seldom the best one.
  if (date_from !== undefined || date_to !== undefined) {
    const date = withoutIndex<string>(db, 'study.study_date');
    found = found.where((eb) => eb.between(date, date_from ?? FIRST_DATE, date_to ?? LAST_DATE));
  }
  if (state !== undefined) found = found.where('study.state', '=', state);
  return matching(db, caller, found, words);
}

/**
 * All words, in any order and case, must match as in `isAbout`. The index of all filters does not hold the searched text: through it, SQLite would
 * read the rows one by one in its order, which took six times as long as the order of arrival.
 */
async function matching(db: Reader, caller: Member, studies: Studies, words: readonly string[]): Promise<Studies> {
  if (words.length === 0) return studies;
  const labels = await db.selectFrom('label').select(['id', 'name_key']).where('team_id', '=', caller.teamId).execute();
  return words.reduce((found, word) => found.where((eb) => isAbout(eb, word, labels)), studies);
}

const COLUMNS = {
  created: 'study.created_at',
  date: 'study.study_date',
  name: 'study.name_key',
} as const;

/** Newest first by default. Studies that are equal in the order keep their own, so that no page repeats one. */
export function inOrder(studies: Studies, order?: StudyOrder) {
  const { column, direction } = orderOf(order);
  return studies.orderBy(column, direction).orderBy('study.id', direction);
}

interface Slice {
  order: StudyOrder | undefined;
  limit: number;
  offset: number;
}

/** The ids of one page, in no order, and how many studies were found. The filters are applied once for both, even if the page is empty. */
export async function pageOfFound(db: Reader, found: Studies, { order, limit, offset }: Slice): Promise<{ ids: number[]; total: number }> {
  const { column, direction } = orderOf(order);
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      () => found.select(['study.id', `${column} as key`]),
    )
    .with('page', (cte) =>
      cte.selectFrom('found').select('id').orderBy('key', direction).orderBy('id', direction).limit(limit).offset(offset),
    )
    .selectFrom('page')
    .select(['id', sql<number | null>`null`.as('total')])
    .unionAll((cte) => cte.selectFrom('found').select((eb) => [sql<number>`0`.as('id'), eb.fn.countAll<number>().as('total')]))
    .execute();
  const total = rows.find((row) => row.total !== null)?.total ?? 0;
  return { ids: rows.flatMap((row) => (row.total === null ? [row.id] : [])), total };
}

/** As `pageOfFound`, for all studies: both are read from indexes. */
export async function pageOfAll(all: Studies, { order, limit, offset }: Slice): Promise<{ ids: number[]; total: number }> {
  const rows = await inOrder(all, order).select('study.id').limit(limit).offset(offset).execute();
  return { ids: rows.map(({ id }) => id), total: await countOf(all) };
}

export async function countOf(studies: Studies): Promise<number> {
  return (await studies.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
}

function orderOf(order: StudyOrder = '-created') {
  const column = COLUMNS[order.replace('-', '') as keyof typeof COLUMNS];
  return { column, direction: order.startsWith('-') ? ('desc' as const) : ('asc' as const) };
}
