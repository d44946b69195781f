import type { Notification, NotificationType } from '#contract/notifications.ts';

const FLAGS: Partial<Record<NotificationType, string>> = { 'review.add.comment': 'review', 'aiinfer.done': 'aiinfer' };

/**
 * NOTIF-21, 22: notifications about a case open in the annotator, at the address of the study on the team's host, with the task and the
 * origin of the visit. Null for those that open a normal page.
 */
export function annotatorAddress({ type_code, url, model2_id }: Pick<Notification, 'type_code' | 'url' | 'model2_id'>): string | null {
  const flag = FLAGS[type_code];
  if (flag === undefined) return null;
  const query = new URLSearchParams([...(model2_id === null ? [] : [['task_id', String(model2_id)]]), [flag, 'true']]);
  return `${url.replace(/[?#].*$/s, '')}?${query}`;
}
