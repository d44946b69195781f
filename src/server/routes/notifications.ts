import { listNotifications, newNotifications, seeAllNotifications, seeNotification } from '#server/rules/notifications/notifications.ts';
import type { Handlers } from './handlers.ts';

export const notificationRoutes = {
  notifications: ({ context, caller, query }) => listNotifications(context, caller, query),
  newNotifications: async ({ context, caller, query }) => ({ data: await newNotifications(context, caller, query.last_id) }),
  seeNotification: ({ context, caller, params, body }) =>
    seeNotification(context, caller, { id: Number(params.id), is_seen: body.is_seen }),
  seeAllNotifications: async ({ context, caller, body }) => {
    await seeAllNotifications(context, caller, body);
    return null;
  },
} satisfies Partial<Handlers>;
