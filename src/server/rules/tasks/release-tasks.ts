import { WAITING } from '#model/tasks/task-states.ts';
import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import type { Notified } from '#server/rules/notifications/notify.ts';
import { nameOf, notifyOfTask, studyAddress, unassignedText } from './task-notices.ts';

export interface Released {
  seq: number | null;
  notified: Notified[];
}

/**
 * Somebody has left the team: the tasks that waited for them are unassigned, and those who assigned them are told. The team is locked by the
 * caller.
 */
export async function releaseTasksOf(
  tx: Writer,
  { teamId, userId, now }: { teamId: number; userId: number; now: number },
): Promise<Released> {
  const why = `${await nameOf(tx, userId)} left the team.`;
  return release(tx, { teamId, now, why, cause: `left:${userId}:${now}`, of: { assignee_id: userId } });
}

/** A role was deleted: the same for the tasks that nobody had started. */
export async function releaseTasksOfRole(
  tx: Writer,
  { teamId, roleId, name, now }: { teamId: number; roleId: number; name: string; now: number },
): Promise<Released> {
  return release(tx, { teamId, now, why: `The role ${name} was deleted.`, cause: `role:${roleId}`, of: { role_id: roleId } });
}

async function release(
  tx: Writer,
  {
    teamId,
    now,
    why,
    cause,
    of,
  }: { teamId: number; now: number; why: string; cause: string; of: { assignee_id: number } | { role_id: number } },
): Promise<Released> {
  const released = await tx
    .updateTable('task')
    .set({ assignee_id: null, role_id: null, state: 'open', reason: why, changed_by: null, last_act: null, updated_at: now })
    .where('team_id', '=', teamId)
    .where('state', 'in', WAITING)
    .where((eb) =>
      'role_id' in of ? eb.and([eb('role_id', '=', of.role_id), eb('assignee_id', 'is', null)]) : eb('assignee_id', '=', of.assignee_id),
    )
    .returning(['uuid', 'created_by', 'subject_uuid'])
    .execute();
  if (released.length === 0) return { seq: null, notified: [] };
  const seq = await appendChange(tx, { teamId, kind: 'task', ref: released[0]!.uuid, now });
  const notified: Notified[] = [];
  for (const [assigner, tasks] of Map.groupBy(released, (task) => task.created_by)) {
    const description = unassignedText(why, tasks.length);
    const url = tasks.length === 1 ? studyAddress(tasks[0]!.subject_uuid) : '/my-work?list=given';
    const notice = { type: 'task.unassigned', teamId, to: [assigner], by: null, description, url } as const;
    notified.push(...(await notifyOfTask(tx, { ...notice, cause: `task.unassigned:${cause}`, now })));
  }
  return { seq, notified };
}
