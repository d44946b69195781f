import { sql, type Selectable, type SqlBool } from 'kysely';
import type { Reader } from '#server/db/database.ts';
import type { DatasetImageTable } from '#server/db/schema.ts';

/**
 * [Note: Withdrawn cases]
 *
 * A case is withdrawn once its study or segmentation is deleted. While the study can still be restored, so can the case; what is gone for good leaves UUIDs
 * and hashes here, and no objects. Everything that gives out images, masks or figures of a case asks here.
 */
export function caseRows(db: Reader, versionIds: readonly number[]) {
  return db
    .selectFrom('dataset_case')
    .leftJoin('study', 'study.id', 'dataset_case.study_id')
    .selectAll('dataset_case')
    .select(sql<number>`case when ${IS_WITHDRAWN} then 1 else 0 end`.as('withdrawn'))
    .where('dataset_case.version_id', 'in', [...versionIds])
    .orderBy('dataset_case.version_id')
    .orderBy('dataset_case.number');
}

const IS_WITHDRAWN = sql<SqlBool>`(dataset_case.withdrawn_at is not null or dataset_case.study_id is null or dataset_case.segmentation_id is null
  or study.deleted_at is not null)`;

export type CaseRow = Awaited<ReturnType<ReturnType<typeof caseRows>['execute']>>[number];

/** Studies of all cases of a version that exist. */
export async function studyIdsOfVersion(db: Reader, uuid: string): Promise<number[]> {
  const cases = await db
    .selectFrom('dataset_case')
    .innerJoin('dataset_version', 'dataset_version.id', 'dataset_case.version_id')
    .select('dataset_case.study_id')
    .where('dataset_version.uuid', '=', uuid)
    .execute();
  return [...new Set(cases.flatMap(({ study_id: id }) => id ?? []))];
}

/** By number of the case, in the order of the channels. */
export async function imagesOfCases(
  db: Reader,
  versionId: number,
  numbers?: { from: number; to: number },
): Promise<Map<number, Selectable<DatasetImageTable>[]>> {
  let query = db.selectFrom('dataset_image').selectAll().where('version_id', '=', versionId);
  if (numbers !== undefined) query = query.where('number', '>=', numbers.from).where('number', '<=', numbers.to);
  const rows = await query.orderBy('number').orderBy('channel').execute();
  return Map.groupBy(rows, ({ number }) => number);
}

/** The name of its files: `case_0001`. */
export const caseId = (number: number): string => `case_${String(number).padStart(4, '0')}`;

/** Of the job that makes the label maps of a version. */
export const freezingKeyOf = (versionId: number): string => `freeze-dataset-${versionId}`;
