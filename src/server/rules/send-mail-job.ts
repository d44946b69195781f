import { z } from 'zod';
import type { Reader, Writer } from '#server/db/database.ts';
import type { JobEffect, JobHandler, RunningJob } from '#server/jobs/job-handler.ts';
import type { Mail, MailTransport } from '#server/mail/mail-transport.ts';
import { addLink, mailPauseMs } from './account-links.ts';
import { accountLink, accountMail, invitationMail } from './account-mail-texts.ts';
import type { JobQueue, ServerContext } from './context.ts';
import { addMailedLink, invitationLink } from './invitation-links.ts';
import { contactMail, keepMail } from './mails.ts';

/**
 * A mail to the owner of an address is a job from its cause to its end, so that it outlives a restart. Who asks for a new password is answered as
 * soon as the job is written, whether or not there is such an account: that is looked up here, where nobody measures how long it takes.
 */
const AccountPayload = z.object({ purpose: z.enum(['verify', 'reset']), email: z.string(), origin: z.string() });
type AccountPayload = z.infer<typeof AccountPayload>;
/** A message that is kept already: only its number, so that no words of a person lie about in the queue. */
const ContactPayload = z.object({ mailId: z.number().int(), to: z.string() });
type ContactPayload = z.infer<typeof ContactPayload>;
/** To who is invited, and has no account perhaps. */
const InvitationPayload = z.object({ purpose: z.literal('invite'), email: z.string(), origin: z.string(), invitation: z.number() });
type InvitationPayload = z.infer<typeof InvitationPayload>;
const Payload = z.union([AccountPayload, InvitationPayload, ContactPayload]);
type LinkPayload = AccountPayload | InvitationPayload;

/** With pauses that double up to a quarter of an hour, a mail server may be away for two hours. */
const TRIES = 16;

/** Nothing wakes the queue for it: it is found with the next look, at a time that does not hang on the request. */
export async function queueAccountMail(jobs: JobQueue, tx: Writer, mail: AccountPayload): Promise<void> {
  await jobs.add(tx, { name: 'send-mail', payload: mail, uniqueKey: `${mail.purpose} ${mail.email}`, maxTries: TRIES });
}

/** The link is made when the mail is, so a renewal that comes before that sends one mail, with a link that is good. */
export async function queueInvitationMail(jobs: JobQueue, tx: Writer, mail: Omit<InvitationPayload, 'purpose'>): Promise<void> {
  const payload: InvitationPayload = { purpose: 'invite', ...mail };
  await jobs.add(tx, { name: 'send-mail', payload, uniqueKey: `invite ${mail.invitation}`, maxTries: TRIES });
}

export async function queueContactMail(jobs: JobQueue, tx: Writer, mail: ContactPayload): Promise<void> {
  await jobs.add(tx, { name: 'send-mail', payload: mail, uniqueKey: `contact ${mail.mailId}`, maxTries: TRIES });
}

type MailContext = Pick<ServerContext, 'db' | 'now'>;

/** `transport`: null where no mail server is set. Then the mail is kept for who runs the server. */
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
    // Its row stays, as every job that failed does; it names an address and nothing else.
    gaveUp(given) {
      const payload = Payload.parse(given);
      // A message of the contact page was kept before it was sent on.
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

/** A job that is done leaves no address behind. */
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

/** With a link of its own. Null where there is nobody to write to, nothing to prove, or enough was sent: then the links of before are good. */
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

/** Null where it was answered, withdrawn or ran out meanwhile. One that is kept for somebody to hand over verifies no address. */
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

/** The same for each try: a mail that was taken although we did not hear it is told from another. */
function messageId({ id }: RunningJob, domain: string): string {
  return `<mail-${id}@${domain}>`;
}
