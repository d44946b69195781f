import type { Selectable } from 'kysely';
import type { Reader } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { Writer } from '#server/db/database.ts';
import type { AiJobTable } from '#server/db/ai-tables.ts';
import { Refusal } from '#server/rules/context.ts';

/** Who speaks for a job: the key of a worker (null: a server of this database), and the attempt. */
export interface Holder {
  keyId: number | null;
  job: string;
  attempt: number;
}

type Job = Selectable<AiJobTable>;

/** `lease_lost`: the job has ended, or somebody else has it, or it is not of a worker of this key. */
export async function requireHeld(db: Reader, holder: Holder): Promise<Job> {
  const job = await heldBy(db, holder).executeTakeFirst();
  if (job === undefined) throw new Refusal('lease_lost');
  return job;
}

/** The same, locked until the commit. */
export async function lockHeld(tx: Writer, holder: Holder): Promise<Job> {
  const job = await heldBy(tx, holder).$call(lockRows(tx)).executeTakeFirst();
  if (job === undefined) throw new Refusal('lease_lost');
  return job;
}

function heldBy(db: Reader, { keyId, job, attempt }: Holder) {
  return db
    .selectFrom('ai_job')
    .selectAll('ai_job')
    .where('ai_job.uuid', '=', job)
    .where('ai_job.state', '=', 'running')
    .where('ai_job.attempt', '=', attempt)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('ai_worker')
          .select('ai_worker.id')
          .whereRef('ai_worker.id', '=', 'ai_job.worker_id')
          .where('ai_worker.key_id', keyId === null ? 'is' : '=', keyId),
      ),
    );
}
