import type { AnswerOf, Calls } from '#contract/calls.ts';
import { sendLabelWrite, refusedLabelText, withLabelWrite } from '#features/labels/label-writes.ts';
import { labelsKey } from '#features/labels/use-labels.ts';
import { withWrites, type NotificationList } from '#features/notifications/notification-list.ts';
import { sendSeen } from '#features/notifications/notification-writes.ts';
import { TEXTS as NOTIFICATIONS } from '#features/notifications/texts.ts';
import { notificationsKey } from '#features/notifications/use-notifications.ts';
import { refusedProjectText, sendProjectWrite, withProjectWrite } from '#features/projects/project-writes.ts';
import { projectsKey, type Project } from '#features/projects/use-projects.ts';
import type { OutboxWrite, WriteOf } from '#localdb/schema.ts';
import { COMMENTS } from './comment-part.ts';
import { ANSWERS } from './answer-part.ts';
import { LAYOUTS } from './layout-part.ts';
import { LESIONS } from './lesion-part.ts';
import { MEASUREMENTS } from './measurement-part.ts';
import { PROPOSALS } from './proposal-part.ts';
import { READ_MOVES } from './read-move-part.ts';
import { SEGMENTATIONS } from './segmentation-part.ts';
import { TASK_MOVES } from './task-move-part.ts';
import type { Shown, WritePart } from './write-part.ts';

type ListedStudy = AnswerOf<Calls['studies']>['data'][number];

const SEEN: WritePart<WriteOf<'notification' | 'all-notifications'>> = {
  send: sendSeen,
  show: ({ client, team }, write) =>
    void client.setQueryData<NotificationList>(notificationsKey(team), (list) => list && withWrites(list, [write])),
  keys: (team) => [notificationsKey(team)],
  refusedText: () => NOTIFICATIONS.refused,
};

const PARTS: { [Kind in OutboxWrite['kind']]: WritePart<WriteOf<Kind>> } = {
  notification: SEEN,
  'all-notifications': SEEN,
  'study-label': {
    send: sendLabelWrite,
    show({ client, team }, write) {
      const labels = client.getQueryData<AnswerOf<Calls['labels']>['data']>(labelsKey(team)) ?? [];
      showOnStudy({ client, team }, write.study, (study) => withLabelWrite(study, write, labels));
    },
    keys: (team, { study }) => [labelsKey(team), ['studies', team], ['study', team, study]],
    refusedText: refusedLabelText,
  },
  'study-project': {
    send: sendProjectWrite,
    show({ client, team }, write) {
      const key = projectsKey(team, write.study);
      const projects = client.getQueryData<Project[]>(key) ?? client.getQueryData<Project[]>(projectsKey(team, null)) ?? [];
      client.setQueryData<Project[]>(key, (list) =>
        list?.map((each) => (each.id === write.project ? { ...each, inCategory: write.on } : each)),
      );
      showOnStudy({ client, team }, write.study, (study) => withProjectWrite(study, write, projects));
    },
    keys: (team, { study }) => [
      ['projects', team],
      ['studies', team],
      ['study', team, study],
    ],
    refusedText: refusedProjectText,
  },
  segmentation: SEGMENTATIONS,
  'segmentation-sharing': SEGMENTATIONS,
  'segmentation-overlap': SEGMENTATIONS,
  'segmentation-mask': SEGMENTATIONS,
  'segment-order': SEGMENTATIONS,
  segment: SEGMENTATIONS,
  'segment-title': SEGMENTATIONS,
  'segment-colour': SEGMENTATIONS,
  'segment-deletion': SEGMENTATIONS,
  measurement: MEASUREMENTS,
  'measurement-deletion': MEASUREMENTS,
  lesion: LESIONS,
  'lesion-change': LESIONS,
  'lesion-finding': LESIONS,
  'lesion-deletion': LESIONS,
  'study-response': LESIONS,
  'follow-up-baseline': LESIONS,
  comment: COMMENTS,
  'comment-change': COMMENTS,
  'comment-deletion': COMMENTS,
  'comment-resolved': COMMENTS,
  'form-answer': ANSWERS,
  'form-answer-deletion': ANSWERS,
  layout: LAYOUTS,
  'layout-deletion': LAYOUTS,
  'proposal-decision': PROPOSALS,
  'task-move': TASK_MOVES,
  'read-move': READ_MOVES,
};

/** One cast for all kinds: TypeScript cannot infer that a write and its part are of the same kind. */
export function partOf(write: OutboxWrite): WritePart<OutboxWrite> {
  return PARTS[write.kind] as WritePart<OutboxWrite>;
}

/** In every page of the list, and in the study panel. */
function showOnStudy({ client, team }: Shown, uuid: string, change: <S extends ListedStudy>(study: S) => S): void {
  client.setQueriesData<AnswerOf<Calls['studies']>>(
    { queryKey: ['studies', team] },
    (list) => list && { ...list, data: list.data.map((study) => (study.uuid === uuid ? change(study) : study)) },
  );
  client.setQueryData<AnswerOf<Calls['study']>['data']>(['study', team, uuid], (study) => study && change(study));
}
