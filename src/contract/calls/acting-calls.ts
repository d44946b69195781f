import { z } from '#contract/zod.ts';
import { ActedAs, ActingReason } from '#contract/acting.ts';
import { DateText } from '#contract/entities.ts';

/** A platform administrator acts as another person (docs/decisions/384). */
export const ACTING_CALLS = {
  actAs: {
    id: 'PCALL-29',
    base: 'api',
    method: 'POST',
    path: 'user-switch',
    access: { permission: 'admin' },
    recentPassword: true,
    body: z.object({ user_id: z.number().int().min(1), reason: ActingReason }),
    answer: z.object({ token: z.string(), until: DateText }),
    records: 'sign-in',
    summary: 'Act as another person for an hour at most, for a reason that is kept. Returns a bearer token, as a sign-in does',
  },
  endActing: {
    id: 'PCALL-29-end',
    base: 'api',
    method: 'DELETE',
    path: 'user-switch',
    access: 'signed-in',
    answer: z.object({ token: z.string() }),
    records: 'sign-in',
    summary: 'Stop acting as another person. Returns a bearer token of the own account',
  },
  actings: {
    id: 'PCALL-222',
    base: 'api',
    method: 'GET',
    path: 'user-switch',
    access: { permission: 'admin' },
    answer: z.object({ data: z.array(ActedAs) }),
    summary: 'Who acted as whom, and why: the newest hundred. The audit trail has all of them',
  },
  actingsForMe: {
    id: 'PCALL-223',
    base: 'api',
    method: 'GET',
    path: 'user/acted-as',
    access: 'signed-in',
    answer: z.object({ data: z.array(ActedAs) }),
    summary: 'Who acted as the signed-in person within 180 days, and why, newest first',
  },
} as const;
