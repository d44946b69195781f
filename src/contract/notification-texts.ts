import { t } from '#language/t.ts';
import type { Notification, NotificationType } from './notifications.ts';

/**
 * ODD-02: the specification has two texts for notifications, and both are kept literally. Rows with a type code use the first, items with a dotted
 * pattern the second. The description of the row has what really happened ("Inference … done" also stands for a failed training).
 */
type Models = Pick<Notification, 'model1_id' | 'model2_id' | 'model3_id'>;

const inferenceDone = ({ model2_id, model3_id }: Models): string =>
  t('Inference {model}:{version} done', { model: model2_id ?? '', version: model3_id ?? '' });

const TEXTS: Record<NotificationType, (models: Models) => string> = {
  'aitrain.train.begin': inferenceDone,
  'aitrain.train.fail': inferenceDone,
  'aitrain.train.complete': ({ model1_id }) => t('Training #{id} is completed', { id: model1_id ?? '' }),
  'aitrain.upload.begin': inferenceDone,
  'aitrain.upload.complete': inferenceDone,
  'review.add.comment': () => t('You were mentioned in a comment'),
  'aiinfer.done': () => t('Inference done'),
  'upload.complete': () => t('Upload finished!'),
  'upload.convert.fail': () => t('Series could not be converted'),
  'task.assigned': () => t('Assigned to you'),
  'task.done': () => t('Task done'),
  'task.returned': () => t('Task sent back'),
  'task.unassigned': () => t('Tasks without an assignee'),
  'pipeline.note': () => t('Note of a pipeline'),
};

/** NOTIF-12 to NOTIF-15. */
export function notificationText(notification: Pick<Notification, 'type_code'> & Models): string {
  return TEXTS[notification.type_code](notification);
}

const PUSHED: readonly [pattern: RegExp, text: (id: string) => string][] = [
  [/^review\.add\.comment\.([^.]+)\.[^.]+$/, () => t('Add new comment')],
  [/^aitrain\.detail\.([^.]+)$/, (id) => t('Training detail #{id}', { id })],
  [/^aiinfer\.done\.([^.]+)\.[^.]+$/, (id) => t('AI-Inference #{id}', { id })],
  [/^aitrain\.train\.complete\.([^.]+)$/, (id) => t('Training completed #{id}', { id })],
];

/** NOTIF-16 to NOTIF-19: the text for `aitrain.detail.7` and similar; null if the item has no such pattern. */
export function pushedNotificationText(item: string): string | null {
  for (const [pattern, text] of PUSHED) {
    const id = pattern.exec(item)?.[1];
    if (id !== undefined) return text(id);
  }
  return null;
}
