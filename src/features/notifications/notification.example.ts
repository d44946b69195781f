import type { Notification } from '#contract/notifications.ts';

export function notification(id: number, more: Partial<Notification> = {}): Notification {
  return {
    id,
    type_code: 'upload.convert.fail',
    description: '1 of 3 series could not be converted.',
    section: 'upload',
    is_seen: 0,
    created_at: '2026-11-20 08:00:00',
    updated_at: '2026-11-20 08:00:00',
    url: '/studies-v2?study=5f1e0c7a-3c0f-4b7e-9d53-0a8d2f6f2b11',
    model1_id: 1,
    model2_id: 2,
    model3_id: null,
    ...more,
  };
}
