import { clickAnswer, closeClickSession, openClickSession, sendClicks } from '#server/rules/ai/clicks/sessions.ts';
import { takeClicks } from '#server/rules/ai/clicks/take.ts';
import type { Handlers } from './handlers.ts';

/** Clicks that a worker answers: docs/workers.md. */
export const clickSessionRoutes = {
  openClickSession: async ({ context, caller, params, body }) => {
    await openClickSession(context, caller, params.uuid, body);
    return { data: null };
  },
  sendClicks: async ({ context, caller, params, body }) => {
    await sendClicks(context, caller, params.uuid, body);
    return { data: null };
  },
  clickAnswer: async ({ context, caller, params, query, http }) => ({
    data: await clickAnswer(
      context,
      caller,
      { uuid: params.uuid, number: Number(params.number) },
      { waitMs: query.waitSeconds * 1_000, left: http.left },
    ),
  }),
  closeClickSession: async ({ context, caller, params }) => {
    await closeClickSession(context, caller, params.uuid);
    return { data: null };
  },
  takeClicks: ({ context, caller, params, body, http }) =>
    takeClicks(context, body, { keyId: caller.keyId, worker: params.uuid, left: http.left, origin: `${http.scheme}://${http.host}` }),
} satisfies Partial<Handlers>;
