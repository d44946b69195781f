import type { Selectable } from 'kysely';
import { isUniqueViolation, lockRows } from '#server/db/dialect.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { UploadTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { nextUploadState } from '#server/rules/receive/states.ts';
import { assertQuotaForUpload } from './uploads-quota.ts';
import { actsInTeamLocked } from '#server/rules/teams/locks.ts';
import { newUploadToken, saveUploadToken } from './upload-tokens.ts';

/** A member authenticated by an upload token (only that upload) or by a bearer (`uploadId` null: the own uploads of this team). */
export interface UploadCaller extends Member {
  uploadId: number | null;
}
export type Upload = Selectable<UploadTable>;

/** Jobs of one upload run one at a time, in order (CONV-004). */
export const jobGroupOf = (uploadId: number): string => `upload-${uploadId}`;

/**
 * CALL-040. The client's id is the session: the same id by the same owner is the same upload, with a fresh token; the earlier token ends.
 * An id used by somebody else, or by the owner in another team, is a conflict that does not reveal whose it is.
 */
export async function prepareUpload(
  context: ServerContext,
  caller: Member,
  { id, started }: { id: string; started: number },
): Promise<{ session: string; upload_token: string }> {
  const token = newUploadToken();
  await openUpload(context, caller, { id, started, token });
  return { session: id, upload_token: token };
}

/** The same for data that the server adds itself, which needs no token. */
export async function openUpload(
  context: ServerContext,
  caller: Member,
  { id, started, token }: { id: string; started: number; token: string | null },
): Promise<void> {
  const now = context.now();
  try {
    await context.db.write(async (tx) => {
      const uploadId = await writeOpenUpload(tx, caller, { id, started, now });
      // A removal at this moment comes before or after this: a token made after it would outlive the membership. Locked last: [Note: Order of locks].
      if (!(await actsInTeamLocked(tx, caller))) throw new Refusal('not_a_member');
      if (token !== null) await saveUploadToken(tx, caller, { uploadId, token, now, lastsMs: context.uploadTokenLastsMs });
    });
  } catch (error) {
    // Two processes inserted the same new id: the second one now finds the row.
    if (!isUniqueViolation(error)) throw error;
    await openUpload(context, caller, { id, started, token });
  }
}

async function writeOpenUpload(
  tx: Writer,
  caller: Member,
  { id, started, now }: { id: string; started: number; now: number },
): Promise<number> {
  const upload = await tx.selectFrom('upload').selectAll().where('session', '=', id).$call(lockRows(tx)).executeTakeFirst();
  if (upload === undefined) {
    await assertQuotaForUpload(tx, caller, now);
    const row = { session: id, team_id: caller.teamId, user_id: caller.userId, started, state: 'open' as const };
    const made = await tx
      .insertInto('upload')
      .values({ ...row, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  }
  if (!isOwn(caller, upload)) throw new Refusal('conflict');
  const state = nextUploadState(upload.state, 'prepared');
  if (state === null) throw new Refusal('session_closed');
  if (state !== upload.state) await assertQuotaForUpload(tx, caller, now);
  await tx.updateTable('upload').set({ state, updated_at: now }).where('id', '=', upload.id).execute();
  return upload.id;
}

/** The upload that the caller names. It is not found if it is not theirs, or not the one of their token. */
export async function requireUpload(db: Reader | Writer, caller: UploadCaller, session: string): Promise<Upload> {
  const upload = await db.selectFrom('upload').selectAll().where('session', '=', session).executeTakeFirst();
  if (upload === undefined || !isOwn(caller, upload)) throw new Refusal('not_found');
  if (caller.uploadId !== null && caller.uploadId !== upload.id) throw new Refusal('not_found');
  return upload;
}

export async function requireOpenUpload(db: Reader | Writer, caller: UploadCaller, session: string): Promise<Upload> {
  const upload = await requireUpload(db, caller, session);
  if (upload.state !== 'open') throw new Refusal('session_closed');
  return upload;
}

/** First step of every transaction that changes an upload: its changes are serialised, and none follows its end. */
export async function lockOpenUpload(tx: Writer, uploadId: number): Promise<void> {
  if ((await lockUpload(tx, uploadId)) !== 'open') throw new Refusal('session_closed');
}

/**
 * The same for the server's own changes. Without it, two simultaneous PostgreSQL transactions that verify the last two files of a series
 * both count one too few, and its conversion is never queued.
 */
export async function lockUpload(tx: Writer, uploadId: number): Promise<Upload['state'] | undefined> {
  const upload = await tx.selectFrom('upload').select('state').where('id', '=', uploadId).$call(lockRows(tx)).executeTakeFirst();
  return upload?.state;
}

/** Who may receive the events of an upload (SOCK-04): its owner, and members of the same team who may upload. */
export async function mayFollowUpload(context: Pick<ServerContext, 'db'>, member: Member, session: string): Promise<boolean> {
  const upload = await context.db.read
    .selectFrom('upload')
    .select(['team_id', 'user_id'])
    .where('session', '=', session)
    .executeTakeFirst();
  return (
    upload !== undefined && upload.team_id === member.teamId && (upload.user_id === member.userId || member.permissions.has('r:upload-v2'))
  );
}

function isOwn(caller: Member, upload: Upload): boolean {
  return upload.team_id === caller.teamId && upload.user_id === caller.userId;
}
