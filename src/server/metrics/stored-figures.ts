import { JOB_NAMES, type JobName } from '#contract/jobs.ts';
import type { Reader } from '#server/db/database.ts';

interface StoredFigures {
  uploadsOpen: number;
  jobs: Record<JobName, { queued: number; running: number; oldestDueSeconds: number }>;
}

/** A scrape must not wait for a database that does not answer: then it shows that. */
const LONGEST_MS = 2_000;

/** What only the database knows, for all servers that share it. Null if it does not answer in time. */
export async function storedFigures(db: Reader, now: number): Promise<StoredFigures | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LONGEST_MS);
  });
  try {
    return await Promise.race([readFigures(db, now).catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readFigures(db: Reader, now: number): Promise<StoredFigures> {
  const { uploads } = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.countAll<number>().as('uploads'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('job')
    .select((eb) => ['name', 'state', eb.fn.countAll<number>().as('jobs'), eb.fn.min<number>('run_at').as('first')])
    .where('state', 'in', ['queued', 'running'])
    .groupBy(['name', 'state'])
    .execute();
  const of = (name: JobName, state: 'queued' | 'running') => rows.find((row) => row.name === name && row.state === state);
  const figuresOf = (name: JobName) => ({
    queued: of(name, 'queued')?.jobs ?? 0,
    running: of(name, 'running')?.jobs ?? 0,
    oldestDueSeconds: Math.max(0, now - (of(name, 'queued')?.first ?? now)) / 1000,
  });
  return {
    uploadsOpen: uploads,
    jobs: Object.fromEntries(JOB_NAMES.map((name) => [name, figuresOf(name)])) as StoredFigures['jobs'],
  };
}
