import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { AskedRegistration, Registration } from '#contract/registrations.ts';

const OfStudy = z.object({ uuid: Uuid });
/** The UUID of a registration is made by the device that asks for it. */
const OfRegistration = OfStudy.extend({ registration: Uuid });

/** Registrations of the series of a study. */
export const REGISTRATION_CALLS = {
  registrations: {
    id: 'PCALL-186',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid/registrations',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    answer: z.object({ data: z.array(Registration) }),
    repeats: true,
    summary: 'The registrations of a study, the oldest first, with those that wait, run or failed',
  },
  makeRegistration: {
    id: 'PCALL-187',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/registrations/:registration',
    access: { permission: 'r:studies:detail' },
    params: OfRegistration,
    body: AskedRegistration,
    answer: z.object({ data: Registration }),
    summary: 'Register two series of a study. The job begins in the background; the same UUID again returns what it made',
  },
  registration: {
    id: 'PCALL-188',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid/registrations/:registration',
    access: { permission: 'r:studies:detail' },
    params: OfRegistration,
    answer: z.object({ data: Registration }),
    repeats: true,
    summary: 'One registration',
  },
  deleteRegistration: {
    id: 'PCALL-189',
    base: 'api',
    method: 'DELETE',
    path: 'annotator/studies/:uuid/registrations/:registration',
    access: { permission: 'r:studies:detail' },
    params: OfRegistration,
    answer: z.null(),
    summary: 'Delete a registration and cancel its job. One of somebody else requires r:team and r:invitations',
  },
} as const;
