import type { Notification, NotificationType } from '#contract/notifications.ts';

const FLAGS: Partial<Record<NotificationType, string>> = { 'review.add.comment': 'review', 'aiinfer.done': 'aiinfer' };

/**
 * NOTIF-21, 22: what is about a case opens in the annotator, at the address of its study on the host of the team, with the task and how a person comes
 * to it. Null for what opens as any page.
 */
export function annotatorAddress({ type_code, url, model2_id }: Pick<Notification, 'type_code' | 'url' | 'model2_id'>): string | null {
  const flag = FLAGS[type_code];
  if (flag === undefined) return null;
  const query = new URLSearchParams([...(model2_id === null ? [] : [['task_id', String(model2_id)]]), [flag, 'true']]);
  return `${url.replace(/[?#].*$/s, '')}?${query}`;
}
