import { z } from 'zod';
import type { Reader, Writer } from '#server/db/database.ts';
import type { JobEffect, JobHandler, RunningJob } from '#server/jobs/job-handler.ts';
import type { Mail, MailTransport } from '#server/mail/mail-transport.ts';
import { addLink, mailPauseMs } from '#server/rules/accounts/account-links.ts';
import { accountLink, accountMail, invitationMail } from './account-mail-texts.ts';
import type { JobQueue, ServerContext } from '#server/rules/context.ts';
import { addMailedLink, invitationLink } from '#server/rules/teams/invitation-links.ts';
import { contactMail, keepMail } from './mails.ts';

/**
 * A mail to the owner of an address is a job from its cause to its end, so that it survives a restart. A password reset is answered as soon
 * as the job is written, whether or not the account exists: that is looked up here, where nobody can measure the time.
 */
const AccountPayload = z.object({ purpose: z.enum(['verify', 'reset']), email: z.string(), origin: z.string() });
type AccountPayload = z.infer<typeof AccountPayload>;
/** A message that is already stored: only its number, so that no personal text stays in the queue. */
const ContactPayload = z.object({ mailId: z.number().int(), to: z.string() });
type ContactPayload = z.infer<typeof ContactPayload>;
/** To an invited person, who may have no account. */
const InvitationPayload = z.object({ purpose: z.literal('invite'), email: z.string(), origin: z.string(), invitation: z.number() });
type InvitationPayload = z.infer<typeof InvitationPayload>;
const Payload = z.union([AccountPayload, InvitationPayload, ContactPayload]);
type LinkPayload = AccountPayload | InvitationPayload;

/** With pauses that double up to a quarter of an hour, a mail server may be down for two hours. */
const TRIES = 16;

/** Does not wake the queue: the job is found at the next tick, at a time that does not depend on the request. */
export async function queueAccountMail(jobs: JobQueue, tx: Writer, mail: AccountPayload): Promise<void> {
  await jobs.add(tx, { name: 'send-mail', payload: mail, uniqueKey: `${mail.purpose} ${mail.email}`, maxTries: TRIES });
}

/** The link is made together with the mail, so a renewal before that sends one mail, with a valid link. */
export async function queueInvitationMail(jobs: JobQueue, tx: Writer, mail: Omit<InvitationPayload, 'purpose'>): Promise<void> {
  const payload: InvitationPayload = { purpose: 'invite', ...mail };
  await jobs.add(tx, { name: 'send-mail', payload, uniqueKey: `invite ${mail.invitation}`, maxTries: TRIES });
}

export async function queueContactMail(jobs: JobQueue, tx: Writer, mail: ContactPayload): Promise<void> {
  await jobs.add(tx, { name: 'send-mail', payload: mail, uniqueKey: `contact ${mail.mailId}`, maxTries: TRIES });
}

type MailContext = Pick<ServerContext, 'db' | 'now'>;

/** `transport`: null if no mail server is configured. Then the mail is kept for the platform administrators. */
export function createSendMailHandler(context: MailContext, transport: MailTransport | null): JobHandler {
  return {
    async run(job) {
      const payload = Payload.parse(job.payload);
      if ('mailId' in payload) return sendContact(context, transport, { job, payload });
      if (transport === null) return inOne(job.id, async (tx) => keepNew(context, tx, payload, 'no_server'));
      const mail = await context.db.write((tx) => newMail(context, tx, payload, { isFirstTry: job.tries === 1, isSent: true }));
      if (mail !== null) await transport.send(mail, { id: messageId(job, new URL(payload.origin).hostname), signal: job.signal });
      return inOne(job.id, () => Promise.resolve());
    },
    // Its row stays, like that of every failed job; it contains an address and nothing else.
    gaveUp(given) {
      const payload = Payload.parse(given);
      // A message of the contact page was stored before it was forwarded.
      return { effect: async (tx) => ('mailId' in payload ? undefined : keepNew(context, tx, payload, 'not_taken')) };
    },
  };
}

async function sendContact(
  { db }: MailContext,
  transport: MailTransport | null,
  { job, payload }: { job: RunningJob; payload: ContactPayload },
): Promise<JobEffect> {
  const mail = transport === null ? null : await contactMail(db.read, payload);
  const domain = payload.to.slice(payload.to.lastIndexOf('@') + 1);
  if (mail !== null) await transport?.send(mail, { id: messageId(job, domain), signal: job.signal });
  return inOne(job.id, () => Promise.resolve());
}

/** A finished job leaves no address behind. */
function inOne(jobId: number, effect: (tx: Writer) => Promise<void>): JobEffect {
  return {
    async effect(tx) {
      await effect(tx);
      await tx.deleteFrom('job').where('id', '=', jobId).execute();
    },
  };
}

async function keepNew(context: MailContext, tx: Writer, payload: LinkPayload, why: 'no_server' | 'not_taken'): Promise<void> {
  const mail = await newMail(context, tx, payload, { isFirstTry: why === 'no_server', isSent: false });
  if (mail !== null) await keepMail(tx, mail, { why, now: context.now() });
}

/** Makes a new link. Null if there is no recipient, nothing to verify, or enough was sent: then the earlier links are valid. */
async function newMail(
  context: MailContext,
  tx: Writer,
  payload: LinkPayload,
  { isFirstTry, isSent }: { isFirstTry: boolean; isSent: boolean },
): Promise<Mail | null> {
  if (payload.purpose === 'invite') return newInvitationMail(context, tx, payload, isSent);
  const { purpose, email, origin } = payload;
  const now = context.now();
  const userId = await ownerOf(tx, payload);
  if (userId === null) return null;
  if (isFirstTry && (await mailPauseMs(tx, { userId, purpose, now })) > 0) return null;
  const token = await addLink(tx, { userId, purpose, now });
  return accountMail(purpose, email, accountLink(purpose, origin, { userId, token }));
}

/** Null if it was answered, withdrawn or expired meanwhile. A mail that is kept to be handed over personally verifies no address. */
async function newInvitationMail(
  { now }: MailContext,
  tx: Writer,
  { invitation, origin }: InvitationPayload,
  isSent: boolean,
): Promise<Mail | null> {
  const row = await tx
    .selectFrom('invitation')
    .select(['id', 'open_email'])
    .where('id', '=', invitation)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (row === undefined || row.open_email === null) return null;
  const token = await addMailedLink(tx, { invitationId: row.id, verifies: isSent, now: now() });
  return token === null ? null : invitationMail(row.open_email, invitationLink(origin, token));
}

async function ownerOf(db: Reader, { purpose, email }: AccountPayload): Promise<number | null> {
  const user = await db
    .selectFrom('user')
    .select(['id', 'email_verified_at'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined || (purpose === 'verify' && user.email_verified_at !== null)) return null;
  return user.id;
}

/** The same for each try: if a mail was accepted although we did not get the answer, it is recognised as the same mail. */
function messageId({ id }: RunningJob, domain: string): string {
  return `<mail-${id}@${domain}>`;
}
