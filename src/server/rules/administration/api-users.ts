import { dateToWire, parseWireDate } from '#contract/dates.ts';
import type { ApiKey, ApiUser, ApiUserFields, NewApiUser, Rotation } from '#contract/api-users.ts';
import { LIMITS } from '#contract/limits.ts';
import { KEY_PERMISSIONS, type Permission } from '#contract/permissions.ts';
import type { z } from 'zod';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { ApiKeyTable, ApiUserTable } from '#server/db/schema.ts';
import { addSignInOfKeys, endSignIn } from '#server/rules/accounts/sign-ins.ts';
import { colourOf } from '#server/rules/colours.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { findMemberOfOpenTeam, lockTeam } from '#server/rules/teams/membership.ts';
import { addKey, endKeysBefore, replaceUnusedKey } from './api-keys.ts';
import { isPlatformAdministrator } from './platform-administrators.ts';

type ApiUsersContext = Pick<ServerContext, 'db' | 'now'>;

const HOUR_MS = 3_600_000;
/** How long a revoked one is listed. */
const LISTED_AFTER_END_MS = 90 * 86_400_000;

type Selected = Omit<ApiUserTable, 'id'> & { id: number };

/** PCALL-30. Of the team; of every team for a platform administrator. */
export async function listApiUsers({ db, now }: ApiUsersContext, caller: Member): Promise<{ data: ApiUser[]; all: boolean }> {
  const all = await isPlatformAdministrator(db.read, caller);
  const rows = await db.read
    .selectFrom('api_user')
    .selectAll()
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', now() - LISTED_AFTER_END_MS)]))
    .$if(!all, (query) => query.where('team_id', '=', caller.teamId))
    .execute();
  const data = await toWire(db.read, caller, rows, now());
  return { data: data.sort((one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id), all };
}

/** PCALL-30-one. */
export async function getApiUser({ db, now }: ApiUsersContext, caller: Member, id: number): Promise<ApiUser> {
  const row = await db.read.selectFrom('api_user').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || !(await mayReach(db.read, caller, row))) throw new Refusal('not_found');
  const [made] = await toWire(db.read, caller, [row], now());
  return made!;
}

/** PCALL-30-create. */
export async function createApiUser(
  context: ApiUsersContext,
  caller: Member,
  { uuid, ...fields }: z.infer<typeof NewApiUser>,
): Promise<{ data: ApiUser; key: string }> {
  const now = context.now();
  const { id, key } = await context.db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const known = await tx.selectFrom('api_user').selectAll().where('uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) return { id: known.id, key: await keyAgain(tx, caller, known, uuid) };
    const valid = await tx
      .selectFrom('api_user')
      .select('id')
      .where('team_id', '=', caller.teamId)
      .where('revoked_at', 'is', null)
      .execute();
    if (valid.length >= LIMITS.apiUsersPerTeam)
      throw new Refusal('too_many', { limit: { name: 'apiUsersPerTeam', max: LIMITS.apiUsersPerTeam } });
    const row = checked(caller, fields, now);
    const userId = await addTechnicalUser(tx, { name: fields.name, uuid, now });
    const made = await tx
      .insertInto('api_user')
      .values({
        ...{ ...row, uuid, user_id: userId, team_id: caller.teamId, created_by: caller.userId, vouched_by: caller.userId },
        sign_in_id: await addSignInOfKeys(tx, { userId, expiresAt: row.expires_at, now }),
        ...{ created_at: now, revoked_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: made.id, key: await addKey(tx, { apiUserId: made.id, uuid, now }) };
  });
  return { data: await getApiUser(context, caller, id), key };
}

/** PCALL-30-change. Who changes it vouches for it from now on. */
export async function changeApiUser(
  context: ApiUsersContext,
  caller: Member,
  id: number,
  fields: z.infer<typeof ApiUserFields>,
): Promise<ApiUser> {
  const now = context.now();
  await context.db.write(async (tx) => {
    const known = await lockOwn(tx, caller, id);
    if (known.revoked_at !== null) throw new Refusal('api_user_ended');
    const row = checked(caller, fields, now);
    await tx
      .updateTable('api_user')
      .set({ ...row, vouched_by: caller.userId })
      .where('id', '=', id)
      .execute();
    await tx.updateTable('user').set({ name: fields.name }).where('id', '=', known.user_id).execute();
    await tx.updateTable('sign_in').set({ expires_at: row.expires_at }).where('id', '=', known.sign_in_id).execute();
  });
  return getApiUser(context, caller, id);
}

/** PCALL-30-revoke, also in another team for a platform administrator. Upload tokens that its keys made end as well. */
export async function revokeApiUser(context: ApiUsersContext, caller: Member, id: number): Promise<ApiUser> {
  const now = context.now();
  const all = await isPlatformAdministrator(context.db.read, caller);
  await context.db.write(async (tx) => {
    const known = await tx
      .selectFrom('api_user')
      .selectAll()
      .where('id', '=', id)
      .$if(!all, (query) => query.where('team_id', '=', caller.teamId))
      .$call(lockRows(tx))
      .executeTakeFirst();
    if (known === undefined) throw new Refusal('not_found');
    if (known.revoked_at !== null) return;
    await tx.updateTable('api_user').set({ revoked_at: now }).where('id', '=', id).execute();
    await endSignIn(tx, known.sign_in_id, now);
  });
  return getApiUser(context, caller, id);
}

/** PCALL-210. The new key is the caller's to give away, so the caller must have its permissions, and vouches for it from now on. */
export async function rotateApiKey(
  context: ApiUsersContext,
  caller: Member,
  id: number,
  { uuid, overlap_hours: overlapHours }: z.infer<typeof Rotation>,
): Promise<{ data: ApiUser; key: string }> {
  const now = context.now();
  const key = await context.db.write(async (tx) => {
    const known = await lockOwn(tx, caller, id);
    if (known.revoked_at !== null || known.expires_at <= now) throw new Refusal('api_user_ended');
    assertHolds(caller, permissionsOf(known));
    const sent = await tx.selectFrom('api_key').select('id').where('api_user_id', '=', id).where('uuid', '=', uuid).executeTakeFirst();
    if (sent !== undefined) return keyAgain(tx, caller, known, uuid);
    await endKeysBefore(tx, { apiUserId: id, endsAt: now + overlapHours * HOUR_MS, now });
    await tx.updateTable('api_user').set({ vouched_by: caller.userId }).where('id', '=', id).execute();
    return addKey(tx, { apiUserId: id, uuid, now });
  });
  return { data: await getApiUser(context, caller, id), key };
}

/** For a call that is sent again by the same person. */
async function keyAgain(tx: Writer, caller: Member, known: Selected, uuid: string): Promise<string> {
  const isSame = known.team_id === caller.teamId && known.vouched_by === caller.userId && known.revoked_at === null;
  const made = isSame
    ? await tx.selectFrom('api_key').select('id').where('api_user_id', '=', known.id).where('uuid', '=', uuid).executeTakeFirst()
    : undefined;
  const key = made === undefined ? null : await replaceUnusedKey(tx, made.id);
  if (key === null) throw new Refusal('conflict');
  return key;
}

/** A row for whatever names a person. Its e-mail has no '@': nobody can sign in with it, ask for a new password or be invited. */
async function addTechnicalUser(tx: Writer, { name, uuid, now }: { name: string; uuid: string; now: number }): Promise<number> {
  const { id } = await tx
    .insertInto('user')
    .values({
      ...{ name, email: `API user ${uuid}`, color: colourOf(uuid), password_hash: 'none', email_verified_at: null, platform_admin: 0 },
      ...{ preferred_team_id: null, permission_version: 1, disabled_at: null, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function checked(caller: Member, fields: ApiUserFields, now: number): Pick<Selected, 'permissions' | 'addresses' | 'expires_at'> {
  assertHolds(caller, fields.permissions);
  const expiresAt = parseWireDate(fields.expires_at)?.getTime() ?? 0;
  if (expiresAt <= now) throw new Refusal('invalid', { errors: { expires_at: [marked('This date has passed.')] } });
  if (expiresAt > now + LIMITS.apiUserLastsMs) throw new Refusal('invalid', { errors: { expires_at: [marked('Two years at most.')] } });
  return {
    permissions: JSON.stringify(KEY_PERMISSIONS.filter((one) => fields.permissions.includes(one))),
    addresses: JSON.stringify([...new Set(fields.addresses)]),
    expires_at: expiresAt,
  };
}

/** Nobody gives away what they do not have. */
function assertHolds(caller: Member, permissions: readonly Permission[]): void {
  if (!permissions.every((permission) => caller.permissions.has(permission))) throw new Refusal('not_allowed');
}

async function lockOwn(tx: Writer, caller: Member, id: number): Promise<Selected> {
  const row = await tx
    .selectFrom('api_user')
    .selectAll()
    .where('id', '=', id)
    .where('team_id', '=', caller.teamId)
    .$call(lockRows(tx))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

async function mayReach(db: Reader, caller: Member, row: { team_id: number }): Promise<boolean> {
  return row.team_id === caller.teamId || isPlatformAdministrator(db, caller);
}

function permissionsOf(row: { permissions: string }): Permission[] {
  return JSON.parse(row.permissions) as Permission[];
}

async function toWire(db: Reader, caller: Member, rows: readonly Selected[], now: number): Promise<ApiUser[]> {
  const teams = new Map((await db.selectFrom('team').select(['id', 'title', 'slug']).execute()).map((team) => [team.id, team]));
  const names = await namesOf(
    db,
    rows.flatMap((row) => [row.user_id, row.created_by, row.vouched_by]),
  );
  const keys = await validKeysOf(
    db,
    rows.map(({ id }) => id),
    now,
  );
  const made: ApiUser[] = [];
  for (const row of rows) {
    const team = teams.get(row.team_id)!;
    const acting = await findMemberOfOpenTeam(db, { userId: row.user_id, signInId: row.sign_in_id }, team.slug);
    made.push({
      ...{ id: row.id, name: names.get(row.user_id) ?? '', team, permissions: permissionsOf(row) },
      effective: [...(acting?.permissions ?? [])],
      addresses: JSON.parse(row.addresses) as string[],
      expires_at: wireOf(row.expires_at),
      created_by: names.get(row.created_by) ?? null,
      created_at: wireOf(row.created_at),
      vouched_by: names.get(row.vouched_by) ?? null,
      revoked_at: row.revoked_at === null ? null : wireOf(row.revoked_at),
      keys: keys.filter((key) => key.api_user_id === row.id).map(keyToWire),
      own_team: row.team_id === caller.teamId,
    });
  }
  return made;
}

async function namesOf(db: Reader, userIds: readonly (number | null)[]): Promise<Map<number | null, string>> {
  const names = new Map<number | null, string>();
  for (const some of inPortions([...new Set(userIds.filter((id) => id !== null))]))
    for (const { id, name } of await db.selectFrom('user').select(['id', 'name']).where('id', 'in', some).execute()) names.set(id, name);
  return names;
}

/** Newest first. */
async function validKeysOf(db: Reader, apiUserIds: readonly number[], now: number) {
  const found = [];
  for (const some of inPortions(apiUserIds))
    found.push(
      ...(await db
        .selectFrom('api_key')
        .selectAll()
        .where('api_user_id', 'in', some)
        .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
        .orderBy('id', 'desc')
        .execute()),
    );
  return found;
}

function keyToWire(key: Pick<ApiKeyTable, 'created_at' | 'ends_at' | 'last_used_at' | 'last_used_from'>): ApiKey {
  return {
    created_at: wireOf(key.created_at),
    ends_at: key.ends_at === null ? null : wireOf(key.ends_at),
    last_used_at: key.last_used_at === null ? null : wireOf(key.last_used_at),
    last_used_from: key.last_used_from,
  };
}

function wireOf(at: number): string {
  return dateToWire(new Date(at));
}
