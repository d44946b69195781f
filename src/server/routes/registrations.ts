import { deleteRegistration, findRegistration, listRegistrations, makeRegistration } from '#server/rules/registrations/registrations.ts';
import type { Handlers } from './handlers.ts';

export const registrationRoutes = {
  registrations: async ({ context, caller, params }) => ({ data: await listRegistrations(context, caller, params.uuid) }),
  makeRegistration: async ({ context, caller, params, body }) => ({
    data: await makeRegistration(context, caller, { study: params.uuid, uuid: params.registration }, body),
  }),
  registration: async ({ context, caller, params }) => ({
    data: await findRegistration(context, caller, { study: params.uuid, uuid: params.registration }),
  }),
  deleteRegistration: async ({ context, caller, params }) => {
    await deleteRegistration(context, caller, { study: params.uuid, uuid: params.registration });
    return null;
  },
} satisfies Partial<Handlers>;
