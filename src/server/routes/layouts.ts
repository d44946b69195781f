import { deleteLayout, layoutsFor, saveLayout } from '#server/rules/layouts/layouts.ts';
import type { Handlers } from './handlers.ts';

export const layoutRoutes = {
  layouts: async ({ context, caller }) => ({ data: await layoutsFor(context.db.read, caller) }),
  saveLayout: async ({ context, caller, params, body }) => ({ data: await saveLayout(context, caller, params.layout, body) }),
  deleteLayout: async ({ context, caller, params }) => {
    await deleteLayout(context, caller, params.layout);
    return null;
  },
} satisfies Partial<Handlers>;
