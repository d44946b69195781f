import { LIMITS } from '#contract/limits.ts';
import type { BodyOf, Calls } from '#contract/calls.ts';
import type { Writer } from '#server/db/database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { queueContactMail } from './send-mail-job.ts';
import { TooManyTries } from '#server/rules/accounts/sign-in-limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEPT_MS = 90 * DAY_MS;

/** Where a message is forwarded by mail; null: it can only be read in the product. */
export type ContactTo = string | null;

/**
 * PCALL-09. Anybody may write, so no more is accepted in an hour than somebody can read. Messages are kept for the platform administrators,
 * and forwarded if a mail server and an address are configured. A double click sends one message.
 */
export async function takeContactMessage(
  { db, jobs, now }: Pick<ServerContext, 'db' | 'jobs' | 'now'>,
  { name, email, text }: BodyOf<Calls['contact']>,
  to: ContactTo,
): Promise<void> {
  const message = { to_email: email, subject: 'Message from the contact page', text: `${name}:\n\n${text}`, why: 'contact' } as const;
  await db.write(async (tx) => {
    if (await isKnown(tx, message, now() - DAY_MS)) return;
    const pauseMs = await pauseBeforeNext(tx, now());
    if (pauseMs > 0) throw new TooManyTries(pauseMs);
    await tx
      .deleteFrom('mail')
      .where('why', '=', 'contact')
      .where('created_at', '<', now() - KEPT_MS)
      .execute();
    const { id } = await tx
      .insertInto('mail')
      .values({ ...message, created_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (to !== null) await queueContactMail(jobs, tx, { mailId: id, to });
  });
}

async function isKnown(tx: Writer, { to_email: email, text }: { to_email: string; text: string }, since: number): Promise<boolean> {
  const same = tx.selectFrom('mail').select('id').where('why', '=', 'contact').where('to_email', '=', email).where('text', '=', text);
  return (await same.where('created_at', '>', since).limit(1).executeTakeFirst()) !== undefined;
}

async function pauseBeforeNext(tx: Writer, now: number): Promise<number> {
  const recent = await tx
    .selectFrom('mail')
    .select('created_at')
    .where('why', '=', 'contact')
    .where('created_at', '>', now - HOUR_MS)
    .orderBy('created_at', 'desc')
    .limit(LIMITS.contactMessagesPerHour)
    .execute();
  const oldest = recent[LIMITS.contactMessagesPerHour - 1];
  return oldest === undefined ? 0 : oldest.created_at + HOUR_MS - now;
}
