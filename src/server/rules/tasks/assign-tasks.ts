import { randomUUID } from 'node:crypto';
import type { AnswerOf, BodyOf, Calls } from '#contract/calls.ts';
import type { TaskKind } from '#contract/tasks.ts';
import { WAITING } from '#model/tasks/task-states.ts';
import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { tellNotified } from '#server/rules/notifications/notify.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { requireLinks } from './assign-links.ts';
import { requireAssignee } from './assignees.ts';
import { assignedText, holdersOf, nameOf, notifyOfTask, studyAddress } from './task-notices.ts';
import type { TaskRow } from './tasks.ts';

/**
 * PCALL-62: a task for each study; all or none. A study that already has such a task for the same person or role, which waits, gets no second
 * one. Those who are asked get one notification.
 */
export async function assignTasks(
  { db, news, now }: ServerContext,
  caller: Member,
  asked: BodyOf<Calls['assignTasks']>,
): Promise<AnswerOf<Calls['assignTasks']>> {
  const { teamId, userId } = caller;
  const { assignment, studies: given, kind, to, due, note } = asked;
  const studies = [...new Set(given)];
  const made = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const earlier = await tasksOfAssignment(tx, teamId, assignment);
    const repeated = { created: earlier.length, known: studies.length - earlier.length };
    if (earlier.length > 0) return { answer: repeated, seq: null, notified: [] };
    const studyIds = await requireStudies(tx, teamId, studies);
    const holder = await requireAssignee(tx, teamId, to);
    const links = await requireLinks(tx, caller, asked, studies);
    const waiting = await waitingStudies(tx, { teamId, studies, kind, ...holder, ...links });
    const wanted = studies.filter((uuid) => !waiting.has(uuid));
    const answer = { created: wanted.length, known: waiting.size };
    if (wanted.length === 0) return { answer, seq: null, notified: [] };
    const at = now();
    const task = { kind, due: due ?? '' };
    for (const some of inPortions(wanted))
      await tx
        .insertInto('task')
        .values(
          some.map((studyUuid) => ({
            ...{ uuid: randomUUID(), team_id: teamId, assignment, subject_kind: 'study' as const, subject_uuid: studyUuid },
            study_id: studyIds.get(studyUuid)!,
            ...{ ...task, ...holder, ...links, note, state: 'open' as const, reason: '', decision: null, minutes: 0 },
            round: kind === 'review' ? 1 : 0,
            ...{ created_by: userId, changed_by: userId, last_act: null, created_at: at, updated_at: at, finished_at: null },
          })),
        )
        .execute();
    const seq = await appendChange(tx, { teamId, kind: 'task', ref: assignment, now: at });
    const notified = await notifyOfTask(tx, {
      type: 'task.assigned',
      teamId,
      to: await holdersOf(tx, teamId, holder),
      by: userId,
      description: assignedText(await nameOf(tx, userId), task, wanted.length),
      url: wanted.length === 1 ? studyAddress(wanted[0]!) : 'role' in to ? '/my-work?list=roles' : '/my-work',
      cause: `task.assigned:${assignment}`,
      now: at,
    });
    return { answer, seq, notified };
  });
  if (made.seq !== null) news.toTeam(teamId, 'change', { seq: made.seq });
  for (const each of made.notified) tellNotified(news, each);
  return made.answer;
}

async function requireStudies(tx: Writer, teamId: number, studies: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const some of inPortions(studies)) {
    const seen = await studiesOfTeam(tx, teamId).select(['study.uuid', 'study.id']).where('study.uuid', 'in', some).execute();
    for (const { uuid, id } of seen) ids.set(uuid, id);
  }
  if (ids.size < studies.length) throw new Refusal('not_found');
  return ids;
}

function tasksOfAssignment(tx: Writer, teamId: number, assignment: string) {
  return tx.selectFrom('task').select('id').where('team_id', '=', teamId).where('assignment', '=', assignment).execute();
}

async function waitingStudies(
  tx: Writer,
  {
    teamId,
    studies,
    kind,
    assignee_id: assignee,
    role_id: role,
    segmentation_id: segmentation,
    of_id: of,
  }: { teamId: number; studies: readonly string[]; kind: TaskKind } & Pick<
    TaskRow,
    'assignee_id' | 'role_id' | 'segmentation_id' | 'of_id'
  >,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const some of inPortions(studies)) {
    const rows = await tx
      .selectFrom('task')
      .select('subject_uuid')
      .where('team_id', '=', teamId)
      .where('subject_uuid', 'in', some)
      .where('kind', '=', kind)
      .where('state', 'in', WAITING)
      .where((eb) => (segmentation === null ? eb('segmentation_id', 'is', null) : eb('segmentation_id', '=', segmentation)))
      .where((eb) => (of === null ? eb('of_id', 'is', null) : eb('of_id', '=', of)))
      .where((eb) =>
        assignee === null ? eb.and([eb('assignee_id', 'is', null), eb('role_id', '=', role)]) : eb('assignee_id', '=', assignee),
      )
      .execute();
    for (const row of rows) found.add(row.subject_uuid);
  }
  return found;
}
