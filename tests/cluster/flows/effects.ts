import type { Database } from '#server/db/database.ts';

/** What flows have made of a study. */
export interface Effects {
  flows: string[];
  infers: string[];
  segmentations: number;
  /** Numbers of the operations of its masks. */
  operations: number[];
  registrations: string[];
  tasks: string[];
  labels: number;
  datasets: number;
  /** Types of the notifications that lead to it. */
  notifications: string[];
}

export async function effectsOn(db: Database, uuid: string): Promise<Effects> {
  const { id } = await db.read.selectFrom('study').select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow();
  const [flows, tasks] = await Promise.all(
    (['flow', 'task'] as const).map((table) =>
      db.read.selectFrom(table).select('state').where('study_id', '=', id).orderBy('id').execute(),
    ),
  );
  // Without those that a new team orders for each study from workers that nobody has.
  const registrations = await db.read
    .selectFrom('registration')
    .select(['state', 'failure'])
    .where('study_id', '=', id)
    .orderBy('id')
    .execute();
  const infers = await db.read
    .selectFrom('infer')
    .select(['state', 'failure'])
    .where('study_id', '=', id)
    .where('version_id', 'is not', null)
    .orderBy('id')
    .execute();
  const [labels, datasets] = await Promise.all(
    (['study_label', 'dataset_study'] as const).map((table) =>
      db.read.selectFrom(table).select('study_id').where('study_id', '=', id).execute(),
    ),
  );
  const segmentations = await db.read.selectFrom('segmentation').select('id').where('study_id', '=', id).execute();
  const operations = await db.read
    .selectFrom('mask_operation')
    .innerJoin('segmentation', 'segmentation.id', 'mask_operation.segmentation_id')
    .select('mask_operation.number')
    .where('segmentation.study_id', '=', id)
    .orderBy('mask_operation.number')
    .execute();
  const notifications = await db.read
    .selectFrom('notification')
    .select('type_code')
    .where('url', 'like', `%${uuid}%`)
    .orderBy('type_code')
    .execute();
  const statesOf = (rows: readonly { state: string; failure?: string | null }[] | undefined): string[] =>
    (rows ?? []).map(({ state, failure }) => (failure ? `${state}: ${failure}` : state));
  return {
    ...{ flows: statesOf(flows), infers: statesOf(infers), registrations: statesOf(registrations), tasks: statesOf(tasks) },
    ...{ labels: labels?.length ?? 0, datasets: datasets?.length ?? 0, segmentations: segmentations.length },
    operations: operations.map(({ number }) => Number(number)),
    notifications: notifications.map(({ type_code }) => type_code),
  };
}

/** What is wrong in general: flows that wait, steps that were begun again, and jobs that were given up. */
export async function leftOver(db: Database): Promise<string[]> {
  const open = await db.read.selectFrom('flow').select(['id', 'state']).where('open_key', 'is not', null).execute();
  const again = await db.read.selectFrom('flow_step').select(['step', 'tries']).where('tries', '>', 1).execute();
  const jobs = await db.read.selectFrom('job').select(['name', 'error']).where('state', 'in', ['failed', 'cancelled']).execute();
  return [
    ...open.map(({ id, state }) => `flow ${id} is ${state}`),
    ...again.map(({ step, tries }) => `${step} was begun ${tries} times`),
    ...jobs.map(({ name, error }) => `the job ${name} failed: ${error}`),
  ];
}
