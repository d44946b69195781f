import type { Selectable } from 'kysely';
import type { TaskTable } from '#server/db/schema.ts';
import { assignTasks } from '#server/rules/tasks/assign-tasks.ts';
import { because, type StepOn, type StepOutcome, type StepRun } from './step-run.ts';

const DAY_MS = 86_400_000;

/** The task is found by the UUID of this attempt, so that it is assigned once. */
export const askPerson: StepRun<'ask'> = async (on) => {
  const { context, author, study, step, row } = on;
  const known = await taskOf(on);
  if (known !== null) return outcomeOf(known);
  const due = step.days === undefined ? null : new Date(context.now() + step.days * DAY_MS).toISOString().slice(0, 10);
  await assignTasks(context, author, {
    ...{ assignment: row.uuid, studies: [study.uuid], kind: step.kind, to: step.to, due, note: step.note },
  });
  const made = await taskOf(on);
  // The same person was asked the same about this study, and has not answered yet.
  return made === null ? { is: 'waiting', state: 'waits_person', reason: because('person_asked') } : outcomeOf(made);
};

async function taskOf({ context, author, row }: StepOn<'ask'>): Promise<Selectable<TaskTable> | null> {
  const found = await context.db.read
    .selectFrom('task')
    .selectAll()
    .where('team_id', '=', author.teamId)
    .where('assignment', '=', row.uuid)
    .executeTakeFirst();
  return found ?? null;
}

function outcomeOf({ uuid, state, decision, due }: Selectable<TaskTable>): StepOutcome {
  const links = [{ kind: 'task' as const, id: uuid }];
  if (state === 'cancelled') return { is: 'failed', reason: because('task_cancelled') };
  if (state !== 'done') return { is: 'waiting', state: 'waits_person', reason: because('person_asked', due), links };
  return { is: 'done', reason: because('person_answered', decision ?? ''), results: decision === null ? [] : [decision], links };
}
