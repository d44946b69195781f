import { OPENING_A_CASE, type Notification } from '#contract/notifications.ts';

/**
 * NOTIF-21, 22, 24: notifications about a case open in the annotator, with the task and the origin of the visit: at the study's own address if the
 * server gave it, which needs no network, and otherwise by way of `/case`, which asks for the study. Of the query of the server only `comment` is kept. Null for those that open a normal page.
 */
export function annotatorAddress({
  type_code,
  url,
  model2_id,
  p,
}: Pick<Notification, 'type_code' | 'url' | 'model2_id' | 'p'>): string | null {
  const flag = OPENING_A_CASE[type_code];
  if (flag === undefined) return null;
  const [path = '', given = ''] = url.replace(/#.*$/s, '').split('?', 2);
  const comment = new URLSearchParams(given).get('comment');
  const query = new URLSearchParams([
    ...(model2_id === null ? [] : [['task_id', String(model2_id)]]),
    [flag, 'true'],
    ...(comment === null ? [] : [['comment', comment]]),
  ]);
  return `${p !== undefined && path.startsWith('/case/') ? `/case/${p}` : path}?${query}`;
}
