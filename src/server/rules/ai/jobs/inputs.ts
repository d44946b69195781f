import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import type { Concerned } from '#server/rules/guard.ts';
import { fileAnswer } from '#server/rules/ai/files.ts';
import { tokenToHash } from '#server/rules/tokens.ts';
import { partsOfSession } from '#server/rules/ai/clicks/take.ts';
import { partsOfJob, type JobInput } from './job-parts.ts';

const OCTETS = 'application/octet-stream';

/** PCALL-174: only while the job or the session of clicks is leased, and only what it names. */
export async function openInput(
  context: ServerContext,
  { ticket, name }: { ticket: string; name: string },
  concerns: (what: Concerned) => void,
): Promise<ByteAnswer> {
  const { objects } = context;
  const named = (await namedByJob(context, ticket)) ?? (await namedBySession(context, ticket));
  if (named === null) throw new Refusal('not_found');
  concerns({ teamId: named.teamId, subject: named.subject });
  const input = named.inputs?.find((each) => each.name === name);
  if (input === undefined) throw new Refusal('not_found');
  if ('fileId' in input) return fileAnswer(context, input.fileId, OCTETS);
  const { bytes: size, sha256, objectKey } = input;
  return { size, sha256, type: OCTETS, saveAs: null, stream: (offset, length) => objects.stream(objectKey, offset, length) };
}

/** What may be read by an address, and what is told of it to the audit trail. */
interface Named {
  teamId: number;
  /** UUID of the job or of the session. */
  subject: string;
  inputs: readonly JobInput[] | undefined;
}

async function namedByJob({ db, now }: ServerContext, ticket: string): Promise<Named | null> {
  const job = await db.read
    .selectFrom('ai_job')
    .selectAll()
    .where('ticket_hash', '=', tokenToHash(ticket))
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (job === undefined || job.lease_until === null || job.lease_until < now()) return null;
  return { teamId: job.team_id, subject: job.uuid, inputs: (await partsOfJob(db.read, job))?.inputs };
}

async function namedBySession({ db, now }: ServerContext, ticket: string): Promise<Named | null> {
  const session = await db.read
    .selectFrom('click_session')
    .innerJoin('study', 'study.id', 'click_session.study_id')
    .selectAll('click_session')
    .where('ticket_hash', '=', tokenToHash(ticket))
    .where('lease_until', '>=', now())
    .where('client_until', '>=', now())
    .where('study.deleted_at', 'is', null)
    .executeTakeFirst();
  if (session === undefined) return null;
  return { teamId: session.team_id, subject: session.uuid, inputs: (await partsOfSession(db.read, session))?.inputs };
}
