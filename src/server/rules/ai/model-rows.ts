import { sql, type Insertable, type Selectable } from 'kysely';
import { z } from 'zod';
import { ModelManifest } from '#contract/ai/manifest.ts';
import { AiSegment, ModelReport, type AiModel, type AiModelVersion } from '#contract/ai/models.ts';
import { dateToWire } from '#contract/dates.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { AiModelTable, AiVersionTable } from '#server/db/ai-tables.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

/** A model belongs to its team. In every other team its id is unknown, and it never meets a study of another team. */

export type ModelRow = Selectable<AiModelTable>;

/** In `ai_model.promoted`. */
const Promoted = z.object({ version: z.number().int(), reason: z.string(), by: z.number().int().nullable(), at: z.number() });
export type Promoted = z.infer<typeof Promoted>;

export const promotedOf = ({ promoted }: Pick<ModelRow, 'promoted'>): Promoted | null =>
  promoted === null ? null : Promoted.parse(JSON.parse(promoted));
export const segmentsOf = ({ segments }: Pick<ModelRow, 'segments'>): AiSegment[] => z.array(AiSegment).parse(JSON.parse(segments));
export const reportOf = (text: string | null): ModelReport | null => (text === null ? null : ModelReport.parse(JSON.parse(text)));
/** Mean over all foreground on unseen patients. */
export const diceOf = (report: ModelReport | null): number | null => report?.mean['foreground'] ?? null;

/** How many patients that is of: those for testing, or those for validation where there are none. */
export function heldOutOf(report: ModelReport | null): number | null {
  if (report === null) return null;
  const tested = report.heldOut.filter(({ part }) => part === 'test').length;
  return tested > 0 ? tested : report.heldOut.length;
}

export async function requireModel(db: Reader, { teamId }: Pick<Member, 'teamId'>, id: number): Promise<ModelRow> {
  const row = await db.selectFrom('ai_model').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** AI-003: the same segments, by title and value, in whatever order. */
export function haveSameSegments(a: readonly AiSegment[], b: readonly AiSegment[]): boolean {
  const found = new Set(b.map(({ title, value }) => `${value} ${title}`));
  return a.length === b.length && a.every(({ title, value }) => found.has(`${value} ${title}`));
}

/** `invalid`: a version outlines other things than its model. One that corrects by clicks is shown what is meant, so it has one class and no segments. */
export function assertOutlines({ classes, clicks, engine, channels, mirror }: ModelManifest, segments: readonly AiSegment[]): void {
  const isForClicks = classes.length === 1 && engine === 'onnx' && channels.length > CLICK_CHANNELS && mirror.length === 0;
  if (clicks === true ? !isForClicks : !haveSameSegments(segments, classes)) {
    const why =
      clicks === true
        ? marked('A network for clicks has one class, an image, and three channels of clicks.')
        : marked('Its classes are not the segments of the model.');
    throw new Refusal('invalid', { errors: { manifest: [why] } });
  }
}

/** Clicks inside, clicks outside, and the mask so far. */
const CLICK_CHANNELS = 3;

/** Of a stored manifest: a person clicks for each of its answers, so it never runs on its own. */
export const takesClicks = (manifest: string): boolean => (JSON.parse(manifest) as Partial<ModelManifest>).clicks === true;

/** `invalid`: the other versions of a model segment, and this one corrects by clicks, or the other way round. One of them is the one that runs. */
export async function assertSameKind(db: Reader, modelId: number, isForClicks: boolean): Promise<void> {
  const other = await db.selectFrom('ai_version').select('manifest').where('model_id', '=', modelId).limit(1).executeTakeFirst();
  if (other !== undefined && takesClicks(other.manifest) !== isForClicks)
    throw new Refusal('invalid', {
      errors: { manifest: [marked('A model either segments or corrects by clicks, with all of its versions.')] },
    });
}

type NewVersion = Pick<Insertable<AiVersionTable>, 'uuid' | 'report' | 'training_id' | 'file_id' | 'created_by' | 'created_at'> & {
  manifest: ModelManifest;
};

/** The next version of a model, whose row is locked until the commit, so that no two get one number. A training makes one only. */
export async function addVersionRow(tx: Writer, modelId: number, { manifest, ...version }: NewVersion): Promise<void> {
  await tx.updateTable('ai_model').set({ updated_at: version.created_at }).where('id', '=', modelId).execute();
  const last = await tx
    .selectFrom('ai_version')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('model_id', '=', modelId)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await tx
    .insertInto('ai_version')
    .values({ ...version, model_id: modelId, number, state: 'ready', reason: null, manifest: JSON.stringify(manifest) })
    .onConflict((conflict) => conflict.column('training_id').doNothing())
    .execute();
}

export const mayChangeModel = ({ created_by }: Pick<ModelRow, 'created_by'>, caller: Member): boolean =>
  mayDeleteWorkOf(created_by, caller);

export async function toModels(db: Reader, caller: Member, rows: readonly ModelRow[]): Promise<AiModel[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const named = await db
    .selectFrom('ai_model')
    .innerJoin('team', 'team.id', 'ai_model.team_id')
    .leftJoin('structure', 'structure.id', 'ai_model.structure_id')
    .leftJoin('user', 'user.id', 'ai_model.created_by')
    .select(['ai_model.id', 'team.title as team_name', 'structure.title as structure_name', 'user.name as user_name'])
    .where('ai_model.id', 'in', ids)
    .execute();
  const versions = await db
    .selectFrom('ai_version')
    .select(['id', 'uuid', 'model_id', 'number', 'report'])
    .where('model_id', 'in', ids)
    .orderBy('number')
    .execute();
  const promoters = await namesOf(
    db,
    rows.flatMap((row) => promotedOf(row)?.by ?? []),
  );
  return rows.map((row) => {
    const names = named.find(({ id }) => id === row.id)!;
    const own = versions.filter(({ model_id }) => model_id === row.id);
    const promoted = promotedOf(row);
    const running = own.find(({ id }) => id === promoted?.version);
    return {
      ...{ id: row.id, name: row.name, code: row.code, description: row.description, structure_id: row.structure_id },
      ...{ structure_name: names.structure_name ?? '', segments: segmentsOf(row), created_at: dateToWire(new Date(row.created_at)) },
      ...{ parent_id: row.parent_id, is_private: true, is_derived: row.parent_id !== null },
      ...{ user_name: names.user_name ?? '', team_name: names.team_name, last_number: own.at(-1)?.number ?? 0 },
      promoted:
        promoted === null || running === undefined
          ? null
          : {
              ...{ version: running.uuid, number: running.number, reason: promoted.reason },
              ...{ by: promoters.get(promoted.by ?? 0) ?? null, at: dateToWire(new Date(promoted.at)) },
            },
      dice: diceOf(reportOf((running ?? own.at(-1))?.report ?? null)),
      editable: mayChangeModel(row, caller),
    };
  });
}

async function namesOf(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function versionRows(db: Reader) {
  return (
    db
      .selectFrom('ai_version')
      .innerJoin('ai_file', 'ai_file.id', 'ai_version.file_id')
      .innerJoin('ai_model', 'ai_model.id', 'ai_version.model_id')
      .leftJoin('user', 'user.id', 'ai_version.created_by')
      .leftJoin('ai_training', 'ai_training.id', 'ai_version.training_id')
      // Of this team alone: devices make these UUIDs, so another team may have the same one.
      .leftJoin(
        (eb) =>
          eb
            .selectFrom('dataset_version')
            .innerJoin('dataset', 'dataset.id', 'dataset_version.dataset_id')
            .select(['dataset_version.uuid', 'dataset_version.number', 'dataset.id', 'dataset.name', 'dataset.team_id'])
            .as('frozen'),
        (join) => join.onRef('frozen.uuid', '=', 'ai_training.dataset_version').onRef('frozen.team_id', '=', 'ai_model.team_id'),
      )
      .select(['frozen.id as dataset_id', 'frozen.name as dataset_name', 'frozen.number as dataset_number', 'frozen.uuid as dataset_uuid'])
      .selectAll('ai_version')
      .select(['ai_file.size', 'ai_file.sha256', 'ai_model.team_id', 'user.name as user_name', sql<string>`ai_model.name`.as('model_name')])
  );
}
export type VersionRow = Awaited<ReturnType<ReturnType<typeof versionRows>['executeTakeFirstOrThrow']>>;

export async function requireVersion(db: Reader, { teamId }: Pick<Member, 'teamId'>, uuid: string): Promise<VersionRow> {
  const row = await versionRows(db).where('ai_version.uuid', '=', uuid).where('ai_model.team_id', '=', teamId).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

export function toVersion(row: VersionRow): AiModelVersion {
  return {
    ...{ uuid: row.uuid, number: row.number, state: row.state, reason: row.reason },
    ...{ manifest: ModelManifest.parse(JSON.parse(row.manifest)), report: reportOf(row.report), training: row.training_id },
    dataset:
      row.dataset_id === null
        ? null
        : { id: row.dataset_id, name: row.dataset_name!, version: row.dataset_number!, uuid: row.dataset_uuid! },
    ...{ size: row.size!, sha256: row.sha256!, created_by: row.user_name, created_at: dateToWire(new Date(row.created_at)) },
  };
}

/** The engine of a version, or the model that workers bring. */
export function needsOf(manifest: string | null, model: string): string {
  return manifest === null ? model : (JSON.parse(manifest) as { engine: string }).engine;
}
