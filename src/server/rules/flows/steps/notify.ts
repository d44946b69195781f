import type { Writer } from '#server/db/database.ts';
import { notify, tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { requireAssignee } from '#server/rules/tasks/assignees.ts';
import { holdersOf, studyAddress } from '#server/rules/tasks/task-notices.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import type { StepOn, StepRun } from './step-run.ts';

/** The UUID of this attempt is the cause, so that nobody is told twice. Nobody is told who has left the team. */
export const notifyPeople: StepRun<'notify'> = async (on) => {
  const { context, author, study, step, row, pipeline } = on;
  const told = await context.db.write(async (tx) => {
    await lockTeam(tx, author.teamId);
    const made: Notified[] = [];
    for (const userId of await receivers(tx, on)) {
      const notified = await notify(tx, {
        ...{ teamId: author.teamId, userId, type: 'pipeline.note', section: 'pipelines', models: [] },
        ...{
          description: `${pipeline}: ${step.text}`,
          url: studyAddress(study.uuid),
          cause: `pipeline.note:${row.uuid}`,
          now: context.now(),
        },
      });
      if (notified !== null) made.push(notified);
    }
    return made;
  });
  for (const each of told) tellNotified(context.news, each);
  return { is: 'done' };
};

async function receivers(tx: Writer, { author, study, step }: StepOn<'notify'>): Promise<number[]> {
  if (step.to === 'uploader') return study.uploaded_by === null ? [] : [study.uploaded_by];
  return holdersOf(tx, author.teamId, await requireAssignee(tx, author.teamId, step.to));
}
