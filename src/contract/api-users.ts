import { z } from './zod.ts';
import { DateText, TeamSlug, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { KEY_PERMISSIONS } from './permissions.ts';
import { nameUpTo } from './text.ts';

/** One machine, or a network in CIDR notation. */
export const KeyAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const ApiKey = z.object({
  created_at: DateText,
  /** Null: with its API user. */
  ends_at: DateText.nullable(),
  /** To within a minute. */
  last_used_at: DateText.nullable(),
  last_used_from: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A technical account: a program that works in one team with a key. */
export const ApiUser = z.object({
  id: z.number().int(),
  name: z.string(),
  team: z.object({ id: z.number().int(), title: z.string(), slug: TeamSlug }),
  permissions: z.array(z.string()),
  /** Those of them that count: who vouches for the API user still holds them. */
  effective: z.array(z.string()),
  addresses: z.array(z.string()),
  expires_at: DateText,
  created_by: z.string().nullable(),
  created_at: DateText,
  /** Who created it, changed it or made its key last. */
  vouched_by: z.string().nullable(),
  revoked_at: DateText.nullable(),
  /** Those that are valid unless the API user has ended, newest first. */
  keys: z.array(ApiKey),
  /** It is of the team of the request; others can only be revoked. */
  own_team: z.boolean(),
});
export type ApiUser = z.infer<typeof ApiUser>;

export const ApiUserFields = z.object({
  name: nameUpTo(64),
  permissions: z.array(z.enum(KEY_PERMISSIONS)).min(1).max(KEY_PERMISSIONS.length),
  expires_at: DateText,
  /** Empty: any address. */
  addresses: z.array(KeyAddress).max(LIMITS.addressesPerApiUser),
});
export type ApiUserFields = z.infer<typeof ApiUserFields>;

export const NewApiUser = ApiUserFields.extend({ uuid: Uuid });
export const Rotation = z.object({ uuid: Uuid, overlap_hours: z.number().int().min(0).max(LIMITS.keyOverlapHours) });

/** The key is only in this answer. */
export const ApiUserWithKey = z.object({ data: ApiUser, key: z.string() });
export type ApiUserWithKey = z.infer<typeof ApiUserWithKey>;
