import { dateToWire } from '#contract/dates.ts';
import type { KeptMail } from '#contract/calls/account-calls.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { Mail } from '#server/mail/mail-transport.ts';
import type { Caller } from '#server/rules/context.ts';
import { assertPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';

/** Its links have expired long before. */
const KEPT_MS = 7 * 86_400_000;
const MOST_SHOWN = 200;

/** Stores a mail that was not sent. */
export async function keepMail(tx: Writer, mail: Mail, { why, now }: { why: KeptMail['why']; now: number }): Promise<void> {
  await tx
    .deleteFrom('mail')
    .where('why', '!=', 'contact')
    .where('created_at', '<', now - KEPT_MS)
    .execute();
  const { to, subject, text } = mail;
  await tx.insertInto('mail').values({ to_email: to, subject, text, why, created_at: now }).execute();
}

/** Whoever reads these mails can take over the accounts of their recipients. */
export async function keptMails(db: Reader, caller: Caller): Promise<KeptMail[]> {
  await assertPlatformAdministrator(db, caller);
  const rows = await db.selectFrom('mail').selectAll().orderBy('id', 'desc').limit(MOST_SHOWN).execute();
  return rows.map((row) => ({
    id: row.id,
    to: row.to_email,
    subject: row.subject,
    text: row.text,
    why: row.why,
    created_at: dateToWire(new Date(row.created_at)),
  }));
}

/**
 * A message of the contact page in the form in which it is forwarded; null if it was deleted. A stranger's text is only in the body, never
 * in a header.
 */
export async function contactMail(db: Reader, { mailId, to }: { mailId: number; to: string }): Promise<Mail | null> {
  const kept = await db.selectFrom('mail').select(['to_email', 'text']).where('id', '=', mailId).executeTakeFirst();
  if (kept === undefined) return null;
  return {
    to,
    subject: 'Lightship: message from the contact page',
    text: `From ${kept.to_email}, who may not be that person.\n\n${kept.text}`,
  };
}
