import { LIMITS } from '#contract/limits.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import type { FileCaller } from '#server/rules/file-areas/areas.ts';
import { downloadFiles, wantedFiles, type WantedFiles } from '#server/rules/file-areas/file-bytes.ts';
import type { Concerned } from '#server/rules/guard.ts';
import { openMadeFile, type WantedOfStudies } from './made-files.ts';
import { findMember } from '#server/rules/teams/membership.ts';
import { actingOfSignIn } from '#server/rules/accounts/acting-of-sign-in.ts';
import { isSignInAlive } from '#server/rules/accounts/sign-ins.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';

type Wanted = WantedOfStudies | WantedFiles;

/** Ended tickets are kept for a day for investigations. */
const KEPT_AFTER_END_MS = 86_400_000;

/**
 * A URL for the browser itself, so that it shows the download's progress. A browser sends no bearer with it; the ticket in the URL is for
 * one user, one team, one object and one use, and the download must begin within a minute. Only its hash is stored.
 */
export async function prepareDownload(context: ServerContext, caller: Member, wanted: WantedOfStudies): Promise<{ url: string }> {
  return ticketFor(context, caller, wanted);
}

/** PCALL-206. Tickets are of a team, also for files of the area of the server. */
export async function prepareFileDownload(
  context: ServerContext,
  caller: FileCaller,
  paths: readonly string[],
  concerns: (what: Concerned) => void,
): Promise<{ url: string }> {
  const wanted = await wantedFiles(context, caller, paths);
  concerns({ subjects: wanted.entries });
  if (caller.team === null) throw new Refusal('not_a_member');
  return ticketFor(context, caller.team, wanted);
}

async function ticketFor(context: ServerContext, caller: Member, wanted: Wanted): Promise<{ url: string }> {
  // An unavailable object is refused here, where the page can report it.
  await open(context, caller, wanted);
  const ticket = randomToken();
  const now = context.now();
  await context.db.write(async (tx) => {
    await tx
      .deleteFrom('download_ticket')
      .where('expires_at', '<', now - KEPT_AFTER_END_MS)
      .execute();
    await tx
      .insertInto('download_ticket')
      .values({
        token_hash: tokenToHash(ticket),
        user_id: caller.userId,
        sign_in_id: caller.signInId,
        team_id: caller.teamId,
        wanted: JSON.stringify(wanted),
        created_at: now,
        expires_at: now + LIMITS.downloadBeginsWithinMs,
        used_at: null,
      })
      .execute();
  });
  return { url: `/api/downloads/${ticket}` };
}

/** The file of a ticket. This uses up the ticket, even if it fails; its owner must still be signed in, a member and permitted. */
export async function openDownload(
  context: ServerContext,
  ticket: string,
  concerns: (what: Concerned) => void = () => undefined,
): Promise<ByteAnswer> {
  const { db } = context;
  const now = context.now();
  const used = await db.write((tx) =>
    tx
      .updateTable('download_ticket')
      .set({ used_at: now })
      .where('token_hash', '=', tokenToHash(ticket))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_id', 'sign_in_id', 'team_id', 'wanted'])
      .executeTakeFirst(),
  );
  if (used === undefined) throw new Refusal('not_found');
  const wanted = JSON.parse(used.wanted) as Wanted;
  const acting = await actingOfSignIn(db.read, used.sign_in_id);
  const who = { userId: used.user_id, actedBy: acting?.actor_id ?? null, teamId: used.team_id };
  concerns(wanted.kind === 'files' ? { ...who, subjects: wanted.entries } : { ...who, subject: subjectOfDownload(wanted) });
  const { slug } = await db.read.selectFrom('team').select('slug').where('id', '=', used.team_id).executeTakeFirstOrThrow();
  if (!(await isSignInAlive(db.read, used.sign_in_id, now))) throw new Refusal('signed_out');
  const member = await findMember(db.read, { userId: used.user_id, signInId: used.sign_in_id }, slug);
  if (member === null) throw new Refusal('not_a_member');
  if (wanted.kind !== 'files' && !member.permissions.has('r:studies')) throw new Refusal('not_allowed');
  return open(context, member, wanted);
}

/** UUID of a study, a series or a version of a dataset, or the id of a volume. */
export function subjectOfDownload(wanted: WantedOfStudies): string {
  if (wanted.kind === 'dataset' || wanted.kind === 'dataset-list') return wanted.version;
  if (wanted.kind === 'volume') return String(wanted.volume);
  return 'series' in wanted ? wanted.series : wanted.study;
}

function open(context: ServerContext, caller: Member, wanted: Wanted): Promise<ByteAnswer> {
  return wanted.kind === 'files' ? downloadFiles(context, { ...caller, team: caller }, wanted) : openMadeFile(context, caller, wanted);
}
