import type { PipelineChoices, PipelineDefinition, PipelineProblem } from '#contract/pipelines.ts';
import { problemsOf } from '#model/pipelines/check-pipeline.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { acquisitionsOf, modalitiesOf } from '#server/rules/recognition/catalogues.ts';
import { assigneesOf } from '#server/rules/tasks/assignees.ts';

/** PCALL-195. A list is empty for those who may not see what it holds. */
export async function pipelineChoices(db: Reader, { teamId, permissions }: Member): Promise<PipelineChoices> {
  const { people, roles } = await assigneesOf(db, teamId);
  const models = await db.selectFrom('ai_model').select(['id', 'name', 'promoted']).where('team_id', '=', teamId).orderBy('name').execute();
  const projects = await db
    .selectFrom('project')
    .select(['id', 'name', 'state_code'])
    .where('team_id', '=', teamId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const datasets = await db
    .selectFrom('dataset')
    .select(['id', 'name'])
    .where('team_id', '=', teamId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return {
    models: permissions.has('r:ai-infers') ? models.map(({ id, name, promoted }) => ({ id, name, promoted: promoted !== null })) : [],
    labels: await db.selectFrom('label').select(['id', 'name']).where('team_id', '=', teamId).orderBy('name_key').execute(),
    projects: permissions.has('r:projects')
      ? projects.map(({ id, name, state_code }) => ({ id, name, open: state_code === 'created' }))
      : [],
    datasets: permissions.has('r:datasets') ? datasets : [],
    people: people.map(({ id, name }) => ({ id, name })),
    roles,
    modalities: (await modalitiesOf(db)).map(({ code }) => code),
    acquisitions: await acquisitionsOf(db),
    body_parts: await db.selectFrom('category').select(['slug', 'title']).orderBy('id').execute(),
    permissions: [...permissions],
  };
}

/** PCALL-194. `modality`: of the pipeline; without it, acquisitions of every modality are known. */
export async function findProblems(
  db: Reader,
  caller: Member,
  definition: PipelineDefinition,
  modality?: string,
): Promise<PipelineProblem[]> {
  return problemsOf(definition, { ...(await pipelineChoices(db, caller)), modality });
}

/** `invalid`, with the problems by step. */
export async function requireNoProblems(db: Reader, caller: Member, definition: PipelineDefinition, modality: string): Promise<void> {
  const problems = await findProblems(db, caller, definition, modality);
  if (problems.length === 0) return;
  const byStep = Map.groupBy(problems, ({ step }) => `steps.${step ?? ''}`);
  throw new Refusal('invalid', {
    errors: Object.fromEntries([...byStep].map(([step, own]) => [step, own.map(({ code, values }) => [code, ...values].join(' '))])),
  });
}
