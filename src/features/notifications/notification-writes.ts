import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { WriteOf } from '#localdb/schema.ts';

/** CALL-016, 019: one notification, or CALL-017: all that were shown. */
export function sendSeen(write: WriteOf<'notification' | 'all-notifications'>): Promise<ApiResult<unknown>> {
  return write.kind === 'notification'
    ? callApi(CALLS.seeNotification, { params: { id: String(write.id) }, body: bodyOf(write), quiet: true })
    : callApi(CALLS.seeAllNotifications, { body: { is_seen: 1, last_id: write.last_id }, quiet: true });
}

function bodyOf({ is_seen, isPush }: WriteOf<'notification'>) {
  return isPush === undefined ? { is_seen } : { is_seen, isPush };
}
