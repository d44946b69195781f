import type { Notification, NotificationType } from './notifications.ts';

/**
 * ODD-02: the specification has two texts for notifications, and both are kept literally. Rows with a type code use the first, items with a dotted
 * pattern the second. The description of the row has what really happened ("Inference … done" also stands for a failed training).
 */
type Models = Pick<Notification, 'model1_id' | 'model2_id' | 'model3_id'>;

const inferenceDone = ({ model2_id, model3_id }: Models): string => `Inference ${model2_id ?? ''}:${model3_id ?? ''} done`;

const TEXTS: Record<NotificationType, (models: Models) => string> = {
  'aitrain.train.begin': inferenceDone,
  'aitrain.train.fail': inferenceDone,
  'aitrain.train.complete': ({ model1_id }) => `Training #${model1_id ?? ''} is completed`,
  'aitrain.upload.begin': inferenceDone,
  'aitrain.upload.complete': inferenceDone,
  'review.add.comment': () => 'You were mentioned in a comment',
  'aiinfer.done': () => 'Inference done',
  'upload.complete': () => 'Upload finished!',
  'upload.convert.fail': () => 'Series could not be converted',
  'task.assigned': () => 'Assigned to you',
  'task.done': () => 'Task done',
  'task.returned': () => 'Task sent back',
  'task.unassigned': () => 'Tasks without an assignee',
  'pipeline.note': () => 'Note of a pipeline',
};

/** NOTIF-12 to NOTIF-15. */
export function notificationText(notification: Pick<Notification, 'type_code'> & Models): string {
  return TEXTS[notification.type_code](notification);
}

const PUSHED: readonly [pattern: RegExp, text: (id: string) => string][] = [
  [/^review\.add\.comment\.([^.]+)\.[^.]+$/, () => 'Add new comment'],
  [/^aitrain\.detail\.([^.]+)$/, (id) => `Training detail #${id}`],
  [/^aiinfer\.done\.([^.]+)\.[^.]+$/, (caseId) => `AI-Inference #${caseId}`],
  [/^aitrain\.train\.complete\.([^.]+)$/, (id) => `Training completed #${id}`],
];

/** NOTIF-16 to NOTIF-19: the text for `aitrain.detail.7` and similar; null if the item has no such pattern. */
export function pushedNotificationText(item: string): string | null {
  for (const [pattern, text] of PUSHED) {
    const id = pattern.exec(item)?.[1];
    if (id !== undefined) return text(id);
  }
  return null;
}
