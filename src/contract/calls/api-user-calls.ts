import { z } from '#contract/zod.ts';
import { ApiUser, ApiUserFields, ApiUserWithKey, NewApiUser, Rotation } from '#contract/api-users.ts';
import { RowId } from '#contract/text.ts';

const apiUsers = { permission: 'r:api-users' } as const;
const OneRow = z.object({ id: RowId });

/** Technical accounts and their keys (docs/decisions/383-api-users.md). */
export const API_USER_CALLS = {
  apiUsers: {
    id: 'PCALL-30',
    base: 'api',
    method: 'GET',
    path: 'api-users',
    access: apiUsers,
    answer: z.object({ data: z.array(ApiUser), all: z.boolean() }),
    repeats: true,
    summary: 'API users by name, of the team, or of every team for a platform administrator. Revoked ones for 90 days',
  },
  apiUser: {
    id: 'PCALL-30-one',
    base: 'api',
    method: 'GET',
    path: 'api-users/:id',
    access: apiUsers,
    params: OneRow,
    answer: z.object({ data: ApiUser }),
    summary: 'One API user, also if it was revoked long ago',
  },
  createApiUser: {
    id: 'PCALL-30-create',
    base: 'api',
    method: 'POST',
    path: 'api-users',
    access: apiUsers,
    recentPassword: true,
    body: NewApiUser,
    answer: ApiUserWithKey,
    summary:
      'Create an API user of the team with permissions that the caller has. Sent again, it answers with another key until one is used',
  },
  changeApiUser: {
    id: 'PCALL-30-change',
    base: 'api',
    method: 'PUT',
    path: 'api-users/:id',
    access: apiUsers,
    recentPassword: true,
    params: OneRow,
    body: ApiUserFields,
    answer: z.object({ data: ApiUser }),
    summary: 'Change the name, permissions, expiry and addresses of an API user of the team',
  },
  revokeApiUser: {
    id: 'PCALL-30-revoke',
    base: 'api',
    method: 'DELETE',
    path: 'api-users/:id',
    access: apiUsers,
    params: OneRow,
    answer: z.object({ data: ApiUser }),
    summary: 'Revoke an API user. Its keys end immediately',
  },
  rotateApiKey: {
    id: 'PCALL-210',
    base: 'api',
    method: 'POST',
    path: 'api-users/:id/keys',
    access: apiUsers,
    recentPassword: true,
    params: OneRow,
    body: Rotation,
    answer: ApiUserWithKey,
    summary: 'Make a new key. The one before ends after the overlap',
  },
} as const;
