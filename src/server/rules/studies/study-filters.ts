import { sql, type ExpressionBuilder } from 'kysely';
import type { SeriesState, StudyState } from '#contract/entities.ts';
import type { StudyFilters, StudyOrder } from '#contract/study-filters.ts';
import type { Reader } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import { searchWords } from './name-search.ts';
import { isAbout } from './studies-search.ts';
import { maySeeProjects, studiesOfTeam } from './studies.ts';

type Studies = ReturnType<typeof studiesOfTeam>;

const [FIRST_DATE, LAST_DATE] = ['00000000', '99999999'];
/** Not the column itself, whose own index is seldom the best one: a span of dates often has most studies of a team. */
const UNINDEXED_DATE = sql<string>`study.study_date || ''`;

/** The studies that match all filters. Filtering by project or dataset requires the right to see them. */
export async function filteredStudies(db: Reader, caller: Member, filters: StudyFilters): Promise<Studies> {
  const { bupload_id, filter_id, project, folder, dataset, segmented, modality, body_part, patient, state, user, date_from, date_to } =
    filters;
  if (project !== undefined && !maySeeProjects(caller)) throw new Refusal('not_allowed');
  if (dataset !== undefined && !caller.permissions.has('r:datasets')) throw new Refusal('not_allowed');
  let found = studiesOfTeam(db, caller.teamId);
  if (bupload_id !== undefined)
    found = found.where('study.id', 'in', db.selectFrom('series').select('study_id').where('upload_id', '=', bupload_id));
  if (filter_id !== undefined)
    found = found.where('study.id', 'in', db.selectFrom('study_label').select('study_id').where('label_id', '=', filter_id));
  if (project !== undefined)
    found = found.where('study.id', 'in', db.selectFrom('study_project').select('study_id').where('project_id', '=', project));
  if (dataset !== undefined)
    found = found.where('study.id', 'in', db.selectFrom('dataset_study').select('study_id').where('dataset_id', '=', dataset));
  if (segmented !== undefined) found = found.where('study.id', 'in', segmentationsSeenBy(db, caller).select('segmentation.study_id'));
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
  if (user !== undefined)
    found = found.where(
      'study.upload_id',
      'in',
      db.selectFrom('upload').select('id').where('user_id', '=', user).where('team_id', '=', caller.teamId),
    );
  // Dates as DICOM writes them are in the order of their texts. An empty one, of a study without date, and words are outside of all of them.
  if (date_from !== undefined || date_to !== undefined)
    found = found.where((eb) => eb.between(UNINDEXED_DATE, date_from ?? FIRST_DATE, date_to ?? LAST_DATE));
  if (state !== undefined) found = inState(db, found, state);
  return matching(db, caller, found, filters.search ?? '');
}

/** All words, in any order and case, must match as in `isAbout`. */
async function matching(db: Reader, caller: Member, studies: Studies, search: string): Promise<Studies> {
  const words = searchWords(search);
  const labels =
    words.length === 0 ? [] : await db.selectFrom('label').select(['id', 'name_key']).where('team_id', '=', caller.teamId).execute();
  return words.reduce((found, word) => found.where((eb) => isAbout(eb, word, labels)), studies);
}

/** `studyState` as a condition on the series of a study. Few series have not ended, so their studies are collected once. */
function inState(db: Reader, studies: Studies, state: StudyState): Studies {
  const withSeries = (...states: SeriesState[]) => db.selectFrom('series').select('study_id').where('state', 'in', states);
  const seriesOf = (eb: ExpressionBuilder<Schema, 'study'>) =>
    eb.selectFrom('series').select('series.id').whereRef('series.study_id', '=', 'study.id');
  const unended = withSeries('receiving', 'proved', 'converting');
  switch (state) {
    case 'receiving':
      return studies.where((eb) => eb.or([eb('study.id', 'in', withSeries('receiving')), eb.not(eb.exists(seriesOf(eb)))]));
    case 'proved':
      return studies
        .where('study.id', 'in', withSeries('proved'))
        .where((eb) => eb.not(eb.exists(seriesOf(eb).where('series.state', '<>', 'proved'))));
    case 'converting':
      return studies
        .where('study.id', 'in', withSeries('proved', 'converting'))
        .where('study.id', 'not in', withSeries('receiving'))
        .where((eb) => eb.exists(seriesOf(eb).where('series.state', '<>', 'proved')));
    case 'converted':
      return studies.where('study.id', 'not in', unended).where((eb) => eb.exists(seriesOf(eb).where('series.state', '=', 'converted')));
    case 'error':
      return studies
        .where('study.id', 'in', withSeries('error'))
        .where('study.id', 'not in', unended)
        .where((eb) => eb.not(eb.exists(seriesOf(eb).where('series.state', '=', 'converted'))));
  }
}

const COLUMNS = {
  created: 'study.created_at',
  date: 'study.study_date',
  name: 'study.name_key',
} as const;

/** Newest first by default. Studies that are equal in the order keep their own, so that no page repeats one. */
export function inOrder(studies: Studies, order: StudyOrder = '-created') {
  const direction = order.startsWith('-') ? 'desc' : 'asc';
  const column = COLUMNS[order.replace('-', '') as keyof typeof COLUMNS];
  return studies.orderBy(column, direction).orderBy('study.id', direction);
}
