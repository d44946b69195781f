import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { AiTraining, AiTrainingDetail, NewTraining, TrainingRound, TrainingState, TrainSegmentation } from '#contract/ai/trainings.ts';
import { TrainingParams } from '#contract/ai/trainings.ts';
import { dateToWire } from '#contract/dates.ts';
import { marked } from '#language/t.ts';
import type { AiTrainingTable } from '#server/db/ai-tables.ts';
import type { Reader } from '#server/db/database.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { changeAi } from './changes.ts';
import { fileAnswer } from './files.ts';
import { assertSameKind, diceOf, haveSameSegments, reportOf, requireModel, segmentsOf } from './model-rows.ts';
import { outputsOf } from './jobs/outputs.ts';
import { cancelJob, queueJob, servingNow, waitOf } from './jobs/waiting.ts';
import { casesOfVersion, type TrainingData } from './training-data.ts';

type TrainingRow = Selectable<AiTrainingTable>;

const PER_PAGE = 30;
const LINES_SHOWN = 500;
const PREVIEWS = 'previews/';

/** PCALL-21. */
export async function listTrainings(
  { db, now }: ServerContext,
  caller: Member,
  { page, state, model }: { page: number; state?: TrainingState | undefined; model?: number | undefined },
) {
  let found = db.read.selectFrom('ai_training').where('team_id', '=', caller.teamId);
  if (state !== undefined) found = found.where('state', '=', state);
  if (model !== undefined) found = found.where('model_id', '=', model);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
  return { data: await toTrainings(db.read, rows, now()), total: Number(total), per_page: PER_PAGE, current_page: page };
}

/** PCALL-21-one. */
export async function trainingDetail(db: Reader, caller: Member, id: number, now: number): Promise<AiTrainingDetail> {
  const row = await requireTraining(db, caller, id);
  const [training] = await toTrainings(db, [row], now);
  const model = await requireModel(db, caller, row.model_id);
  const data = await casesOfVersion(db, caller.teamId, row.dataset_version);
  const job = await db.selectFrom('ai_job').selectAll().where('training_id', '=', id).executeTakeFirst();
  const worker =
    job?.worker_id == null ? undefined : await db.selectFrom('ai_worker').select('name').where('id', '=', job.worker_id).executeTakeFirst();
  const rounds = await db.selectFrom('ai_training_round').selectAll().where('training_id', '=', id).orderBy('round').execute();
  const lines = await db
    .selectFrom('ai_training_line')
    .selectAll()
    .where('training_id', '=', id)
    .orderBy('id', 'desc')
    .limit(LINES_SHOWN)
    .execute();
  const version = await db.selectFrom('ai_version').select(['uuid', 'number']).where('training_id', '=', id).executeTakeFirst();
  const outputs = job === undefined ? [] : await outputsOf(db, job.id);
  return {
    ...training!,
    segments: segmentsOf(model),
    message: job?.message ?? '',
    worker: worker?.name ?? null,
    cases: countsOf(data),
    rounds: rounds.map(({ round, metrics, created_at }) => toRound(round, metrics, created_at)),
    report: reportOf(row.report),
    studies: data === null ? [] : await studiesOfReport(db, caller, row.report, data),
    version: version ?? null,
    previews: outputs.filter(({ name }) => name.startsWith(PREVIEWS)).map(({ name }) => name.slice(PREVIEWS.length)),
    log: lines.toReversed().map(({ line, created_at }) => ({ at: dateToWire(new Date(created_at)), line })),
    startable: isStartable(row.state) && data !== null,
  };
}

function toRound(round: number, text: string, at: number): TrainingRound {
  const metrics = z.object({ dice: z.record(z.string(), z.number()).optional(), loss: z.number().optional() }).parse(JSON.parse(text));
  return { round, at: dateToWire(new Date(at)), dice: metrics.dice ?? {}, loss: metrics.loss ?? null };
}

function countsOf(data: TrainingData | null): AiTrainingDetail['cases'] {
  const of = (part: string): number => data?.cases.filter((each) => each.part === part).length ?? 0;
  return { train: of('train'), validation: of('validation'), test: of('test'), withdrawn: data?.withdrawn ?? 0 };
}

async function studiesOfReport(
  db: Reader,
  caller: Member,
  text: string | null,
  { cases }: TrainingData,
): Promise<AiTrainingDetail['studies']> {
  const measured = new Set(reportOf(text)?.heldOut.map(({ id }) => id));
  const own = cases.filter(({ id }) => measured.has(id));
  if (own.length === 0) return [];
  const rows = await studiesOfTeam(db, caller.teamId)
    .select(['study.uuid', 'study.patient_name'])
    .where(
      'study.uuid',
      'in',
      own.map(({ study }) => study),
    )
    .execute();
  const mayName = caller.permissions.has('r:studies');
  return own.flatMap(({ id, study }) => {
    const row = rows.find(({ uuid }) => uuid === study);
    return row === undefined ? [] : [{ id, uuid: study, patientName: mayName ? row.patient_name : '' }];
  });
}

const isStartable = (state: TrainingState): boolean => state === 'created' || state === 'stopped' || state === 'failed';

async function toTrainings(db: Reader, rows: readonly TrainingRow[], now: number): Promise<AiTraining[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const models = await db
    .selectFrom('ai_model')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(rows.map(({ model_id }) => model_id))])
    .execute();
  const datasets = await db
    .selectFrom('dataset_version')
    .innerJoin('dataset', 'dataset.id', 'dataset_version.dataset_id')
    .select(['dataset_version.uuid', 'dataset_version.number', 'dataset.id', 'dataset.name', 'dataset.team_id'])
    .where('dataset_version.uuid', 'in', [...new Set(rows.map(({ dataset_version }) => dataset_version))])
    .execute();
  const jobs = await db.selectFrom('ai_job').selectAll().where('training_id', 'in', ids).execute();
  const rounds = await db
    .selectFrom('ai_training_round')
    .select(['training_id', 'round', 'metrics'])
    .where('training_id', 'in', ids)
    .orderBy('round')
    .execute();
  const users = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...rows.flatMap(({ created_by }) => created_by ?? [])])
    .execute();
  const serving = await servingNow(db, now);
  return rows.map((row) => {
    const job = jobs.find(({ training_id }) => training_id === row.id);
    const dataset = datasets.find(({ uuid, team_id }) => uuid === row.dataset_version && team_id === row.team_id);
    const last = rounds.findLast(({ training_id }) => training_id === row.id);
    return {
      ...{ id: row.id, uuid: row.uuid, model: models.find(({ id }) => id === row.model_id)!, engine: row.engine },
      dataset: dataset === undefined ? null : { id: dataset.id, name: dataset.name, version: dataset.number },
      params: TrainingParams.parse(JSON.parse(row.params)),
      ...{
        state: row.state,
        fraction: row.state === 'complete' ? 1 : (job?.fraction ?? 0),
        waits: waitOf(serving, job),
        failure: row.failure,
      },
      dice: diceOf(reportOf(row.report)) ?? (last === undefined ? null : (toRound(last.round, last.metrics, 0).dice['foreground'] ?? null)),
      ...{ created_by: users.find(({ id }) => id === row.created_by)?.name ?? null, created_at: dateToWire(new Date(row.created_at)) },
      started_at: row.started_at === null ? null : dateToWire(new Date(row.started_at)),
      ended_at: row.ended_at === null ? null : dateToWire(new Date(row.ended_at)),
    };
  });
}

async function requireTraining(db: Reader, { teamId }: Member, id: number): Promise<TrainingRow> {
  const row = await db.selectFrom('ai_training').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** PCALL-21-create. `segments_differ`: the dataset has other segments than the model. */
export async function createTraining(
  context: ServerContext,
  caller: Member,
  { uuid, model_id, dataset_version, engine, params }: z.infer<typeof NewTraining>,
): Promise<AiTrainingDetail> {
  const { teamId } = caller;
  const now = context.now();
  const id = await changeAi(context, teamId, async (tx, note) => {
    await lockTeam(tx, teamId);
    const known = await tx
      .selectFrom('ai_training')
      .select(['id', 'model_id'])
      .where('team_id', '=', teamId)
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (known !== undefined) {
      if (known.model_id !== model_id) throw new Refusal('conflict');
      return known.id;
    }
    const model = await requireModel(tx, caller, model_id);
    const { classes } = await requireData(tx, teamId, dataset_version);
    if (!haveSameSegments(segmentsOf(model), classes)) throw new Refusal('segments_differ');
    await assertSameKind(tx, model_id, engine === 'unet-clicks');
    const made = await tx
      .insertInto('ai_training')
      .values({
        ...{
          uuid,
          team_id: teamId,
          model_id,
          dataset_version,
          engine,
          params: JSON.stringify(params),
          state: 'created',
          report: null,
          failure: null,
        },
        ...{ patients: '[]', created_by: caller.userId, created_at: now, started_at: null, ended_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await note('training', made.id);
    return made.id;
  });
  return trainingDetail(context.db.read, caller, id, now);
}

async function requireData(db: Reader, teamId: number, version: string): Promise<TrainingData> {
  const data = await casesOfVersion(db, teamId, version);
  if (data === null) throw new Refusal('invalid', { errors: { dataset_version: [marked('There is no such frozen version.')] } });
  return data;
}

/** CALL-083. A training that was stopped or failed goes on from its last checkpoint. */
export async function startTraining(context: ServerContext, caller: Member, id: number): Promise<void> {
  const now = context.now();
  await changeAi(context, caller.teamId, async (tx, note) => {
    await lockTeam(tx, caller.teamId);
    const row = await requireTraining(tx, caller, id);
    if (!isStartable(row.state)) throw new Refusal('training_running');
    const { cases, hidesFaces } = await requireData(tx, caller.teamId, row.dataset_version);
    const learning = cases.filter(({ part }) => part === 'train');
    // Trees are trained by this server; a network by a worker that may be elsewhere.
    if (hidesFaces && row.engine !== 'trees') throw new Refusal('faces_unconfirmed');
    if (learning.length === 0 || learning.length === cases.length) throw new Refusal('too_few_cases');
    const patients = JSON.stringify([...new Set(learning.map(({ patient }) => patient))]);
    await tx
      .updateTable('ai_training')
      .set({ state: 'queued', failure: null, patients, started_at: now, ended_at: null })
      .where('id', '=', id)
      .execute();
    await queueJob(tx, { teamId: caller.teamId, kind: 'train', needs: row.engine, trainingId: id, now });
    await note('training', id);
  });
}

/** CALL-084. Repeating it has no effect. */
export async function stopTraining(context: ServerContext, caller: Member, id: number): Promise<void> {
  const now = context.now();
  await changeAi(context, caller.teamId, async (tx, note) => {
    await lockTeam(tx, caller.teamId);
    const row = await requireTraining(tx, caller, id);
    if (row.state === 'stopped') return;
    if (row.state !== 'queued' && row.state !== 'uploading' && row.state !== 'running') throw new Refusal('training_not_running');
    await cancelJob(tx, { trainingId: id }, now);
    await tx.updateTable('ai_training').set({ state: 'stopped', ended_at: now }).where('id', '=', id).execute();
    await note('training', id);
  });
}

/** PCALL-156. */
export async function trainingPreview(context: ServerContext, caller: Member, id: number, name: string): Promise<ByteAnswer> {
  await requireTraining(context.db.read, caller, id);
  const found = await context.db.read
    .selectFrom('ai_output')
    .innerJoin('ai_job', 'ai_job.id', 'ai_output.job_id')
    .select('ai_output.file_id')
    .where('ai_job.training_id', '=', id)
    .where('ai_output.name', '=', `${PREVIEWS}${name}`)
    .executeTakeFirst();
  if (found === undefined || !name.endsWith('.png')) throw new Refusal('not_found');
  return fileAnswer(context, found.file_id, 'image/png');
}

/** CALL-082: segmentations that the caller may see, in the order of their ids. */
export async function trainSegmentations(
  { db }: ServerContext,
  caller: Member,
  modelId: number,
  ids: readonly number[],
): Promise<TrainSegmentation[]> {
  const wanted = segmentsOf(await requireModel(db.read, caller, modelId));
  const rows = await segmentationsSeenBy(db.read, caller)
    .select(['segmentation.id', 'segmentation.operation_number', 'study.uuid', 'study.patient_name'])
    .where('segmentation.id', 'in', [...ids])
    .orderBy('segmentation.id')
    .execute();
  const segments = await db.read
    .selectFrom('segment')
    .select(['segmentation_id', 'title', 'value'])
    .where('segmentation_id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .orderBy('value')
    .execute();
  return rows.map((row) => {
    const own = segments.filter(({ segmentation_id }) => segmentation_id === row.id).map(({ title, value }) => ({ title, value }));
    const isSame = wanted.every((each) => own.some(({ title, value }) => title === each.title && value === each.value));
    const reason = own.length !== wanted.length ? 'count' : !isSame ? 'segments' : row.operation_number === 0 ? 'nothing-drawn' : null;
    const patientName = caller.permissions.has('r:studies') ? row.patient_name : '';
    return { id: row.id, study: { uuid: row.uuid, patientName }, segments: own, valid: reason === null, reason };
  });
}
