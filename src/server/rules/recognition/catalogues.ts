import { FIRST_PIPELINES, type Acquisition, type ModalityOption, type Pipeline } from '#contract/catalogues.ts';
import type { Reader, Writer } from '#server/db/database.ts';

/** CALL-036. */
export function modalitiesOf(db: Reader): Promise<ModalityOption[]> {
  return db.selectFrom('modality').select('code').orderBy('sort').orderBy('code').execute();
}

/** CALL-038: by modality, in list order. */
export function acquisitionsOf(db: Reader | Writer): Promise<Acquisition[]> {
  return db.selectFrom('acquisition').select(['code', 'modality']).orderBy('modality').orderBy('sort').orderBy('code').execute();
}

/** CALL-037. A pipeline belongs to its team. */
export async function pipelinesOfTeam(db: Reader, teamId: number): Promise<Pipeline[]> {
  const rows = await db
    .selectFrom('pipeline')
    .select(['id', 'code', 'name', 'modality_code'])
    .where('team_id', '=', teamId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const needed = await db
    .selectFrom('pipeline_acquisition')
    .select(['pipeline_id', 'code'])
    .where(
      'pipeline_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('sort')
    .execute();
  return rows.map((row) => ({
    ...row,
    acquisitions: needed.filter(({ pipeline_id }) => pipeline_id === row.id).map(({ code }) => ({ code })),
  }));
}

/** The pipelines that a new team starts with. */
export async function addFirstPipelines(tx: Writer, teamId: number, now: number): Promise<void> {
  for (const { acquisitions, ...pipeline } of FIRST_PIPELINES) {
    const { id } = await tx
      .insertInto('pipeline')
      .values({ team_id: teamId, ...pipeline, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('pipeline_acquisition')
      .values(acquisitions.map((code, sort) => ({ pipeline_id: id, code, sort })))
      .execute();
  }
}
