import { deleteLesion, saveLesion } from '#server/rules/lesions/save-lesion.ts';
import { saveBaseline } from '#server/rules/lesions/save-baseline.ts';
import { findFollowUp } from '#server/rules/lesions/follow-up.ts';
import { saveResponse } from '#server/rules/lesions/save-response.ts';
import type { Handlers } from './handlers.ts';

export const lesionRoutes = {
  followUp: async ({ context, caller, params }) => ({ data: await findFollowUp(context, caller, params.uuid) }),
  saveLesion: async ({ context, caller, params, body }) => ({
    data: await saveLesion(context, caller, { study: params.uuid, uuid: params.lesion }, body),
  }),
  deleteLesion: async ({ context, caller, params }) => {
    await deleteLesion(context, caller, { study: params.uuid, uuid: params.lesion });
    return null;
  },
  saveResponse: async ({ context, caller, params, body }) => ({
    data: await saveResponse(context, caller, { study: params.uuid, uuid: params.response }, body),
  }),
  saveBaseline: async ({ context, caller, params, body }) => ({ data: await saveBaseline(context, caller, params.uuid, body) }),
} satisfies Partial<Handlers>;
