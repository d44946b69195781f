import { createHmac, randomBytes } from 'node:crypto';
import { Deidentification, FIRST_DEIDENTIFICATION, type DeidentificationRules } from '#contract/deidentification.ts';
import { createReplacements } from '#imaging/deidentify/values/replacements.ts';
import type { Database, Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';

export async function deidentificationOf(db: Reader | Writer, teamId: number): Promise<Deidentification> {
  const { deidentification } = await db.selectFrom('team').select('deidentification').where('id', '=', teamId).executeTakeFirstOrThrow();
  return deidentification === null ? FIRST_DEIDENTIFICATION : Deidentification.parse(JSON.parse(deidentification));
}

/** Applies to studies that are announced from now on. */
export async function saveDeidentification(db: Database, { teamId }: Member, wanted: Deidentification): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable('team')
      .set({ deidentification: JSON.stringify(wanted) })
      .where('id', '=', teamId)
      .execute(),
  );
}

/**
 * The rules that a study called de-identified has to meet, as text for its row: the team's settings at this moment, because the device has
 * applied these. Null: the study is not checked.
 */
export async function demandedOf(tx: Writer, teamId: number, isCalledDeidentified: boolean): Promise<string | null> {
  if (!isCalledDeidentified) return null;
  const deidentification = await deidentificationOf(tx, teamId);
  return deidentification.demanded ? JSON.stringify(deidentification) : null;
}

/**
 * CALL-056. Each patient name has a number in its team, and no name is stored: a keyed hash finds the number again, so that a patient has
 * the same number in every upload. Names that differ only in case and spaces are the same.
 */
export async function anonymiseNames(
  { db, now }: ServerContext,
  { teamId }: Member,
  asked: readonly { id: string; n: string }[],
): Promise<{ id: string; n: string }[]> {
  return db.write(async (tx) => {
    const answers: { id: string; n: string }[] = [];
    for (const { id, n } of asked) answers.push({ id, n: await anonymousNameIn(tx, teamId, n, now()) });
    return answers;
  });
}

/** The same for one name, in a transaction that does more. */
export async function anonymousNameIn(tx: Writer, teamId: number, name: string, now: number): Promise<string> {
  const key = await nameKeyOf(tx, teamId);
  return anonymousName(await numberOf(tx, teamId, hashOf(key, name), now));
}

const anonymousName = (number: number): string => `Anonymous ${number}`;

function hashOf(key: string, name: string): string {
  const normal = name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return createHmac('sha256', Buffer.from(key, 'hex')).update(normal).digest('hex');
}

/**
 * The rules by which a device of the team de-identifies. Its key is derived from the one that stays on the server, so that a device cannot
 * look up the numbers of names.
 */
export async function deidentificationRules(
  { db }: Pick<ServerContext, 'db'>,
  { teamId }: Pick<Member, 'teamId'>,
): Promise<DeidentificationRules> {
  return db.write(async (tx) => {
    const nameKey = Buffer.from(await nameKeyOf(tx, teamId), 'hex');
    return { settings: await deidentificationOf(tx, teamId), key: createHmac('sha256', nameKey).update('replacements').digest('hex') };
  });
}

/** Maps a UID to the one under which the team stores it de-identified: a replacement, or the same UID if the team keeps UIDs. */
export async function leavingUids(context: Pick<ServerContext, 'db'>, member: Pick<Member, 'teamId'>): Promise<(uid: string) => string> {
  const { settings, key } = await deidentificationRules(context, member);
  return settings.retain.uids ? (uid) => uid : (await createReplacements(Buffer.from(key, 'hex'))).uid;
}

/** The row of the team stays locked until the numbers are assigned: two devices never get the same one. */
async function nameKeyOf(tx: Writer, teamId: number): Promise<string> {
  const { name_key } = await tx
    .selectFrom('team')
    .select('name_key')
    .where('id', '=', teamId)
    .$call(lockRows(tx))
    .executeTakeFirstOrThrow();
  if (name_key !== null) return name_key;
  const made = randomBytes(32).toString('hex');
  await tx.updateTable('team').set({ name_key: made }).where('id', '=', teamId).execute();
  return made;
}

async function numberOf(tx: Writer, teamId: number, nameHash: string, now: number): Promise<number> {
  const known = await tx
    .selectFrom('anonymous_name')
    .select('number')
    .where('team_id', '=', teamId)
    .where('name_hash', '=', nameHash)
    .executeTakeFirst();
  if (known) return known.number;
  const { last } = await tx
    .selectFrom('anonymous_name')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  const number = Number(last ?? 0) + 1;
  await tx.insertInto('anonymous_name').values({ team_id: teamId, name_hash: nameHash, number, created_at: now }).execute();
  return number;
}
