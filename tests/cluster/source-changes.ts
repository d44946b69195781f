import { registerHooks } from 'node:module';

interface SourceChange {
  /** In src/server. */
  file: string;
  from: string;
  to: string;
}

/**
 * Changes of the server's sources, applied while a process of a test loads them. `short-leases` is part of every run: a schedule would otherwise
 * wait half a minute for each job of a process that was killed. The others are another version, and planted faults, to show that the checks find
 * them.
 */
const SOURCE_CHANGES = {
  'short-leases': [
    { file: 'jobs/job-queue.ts', from: 'leaseMs = 30_000', to: 'leaseMs = 3_000' },
    { file: 'jobs/job-runner.ts', from: 'heartbeatMs = 10_000', to: 'heartbeatMs = 500' },
    { file: 'jobs/job-runner.ts', from: 'pollMs = 2_000', to: 'pollMs = 500' },
    { file: 'db/living-servers.ts', from: 'everyMs = 10_000', to: 'everyMs = 500' },
  ],
  /** After `short-leases`, for tests that kill many times; and the same for models, whose workers may be silent for a minute. */
  'shorter-leases': [
    { file: 'jobs/job-queue.ts', from: 'leaseMs = 3_000', to: 'leaseMs = 1_500' },
    { file: 'jobs/job-queue.ts', from: 'retryDelayMs = 5_000', to: 'retryDelayMs = 500' },
    { file: 'jobs/job-runner.ts', from: 'heartbeatMs = 500', to: 'heartbeatMs = 250' },
    { file: 'jobs/job-runner.ts', from: 'pollMs = 500', to: 'pollMs = 200' },
    { file: 'rules/ai/jobs/claim.ts', from: 'now + LIMITS.workerLeaseMs', to: 'now + 2_000' },
    { file: 'rules/ai/jobs/progress.ts', from: 'now + LIMITS.workerLeaseMs', to: 'now + 2_000' },
    { file: 'ai-worker/built-in-worker.ts', from: 'LOOK_EVERY_MS = 1_000', to: 'LOOK_EVERY_MS = 200' },
    { file: 'ai-worker/built-in-worker.ts', from: 'ALIVE_EVERY_MS = 10_000', to: 'ALIVE_EVERY_MS = 250' },
    { file: 'ai-worker/built-in-worker.ts', from: 'SWEEP_EVERY_MS = 15_000', to: 'SWEEP_EVERY_MS = 500' },
  ],
  /** A flow rests before each step, and between what the step does and the storing of its outcome, where a kill would make it do that again. */
  'slow-flows': [
    {
      file: 'rules/flows/advance-flow-job.ts',
      from: 'return await run();',
      to: 'const made = await run(); await new Promise((go) => setTimeout(go, 400)); return made;',
    },
    {
      file: 'rules/flows/advance-flow-job.ts',
      from: 'isMoving = await advance(context, runStep, id);',
      to: 'isMoving = await advance(context, runStep, id); await new Promise((go) => setTimeout(go, 400));',
    },
  ],
  /** The next version, for an update: a column of each job is replaced by another, and an older server cannot add a job without the old one. */
  'next-version': [
    { file: 'db/migrations.ts', from: 'import type { Kysely }', to: 'import { sql, type Kysely }' },
    {
      file: 'db/migrations.ts',
      from: "  '0066-server-processes':",
      to: `  '9001-rank': { up: (db) => sql\`alter table job add column rank bigint not null default 0\`.execute(db) },
  '9002-contract-turn': { up: (db) => sql\`alter table job drop column turn\`.execute(db) },
  '0066-server-processes':`,
    },
    { file: 'rules/add-job.ts', from: 'const turn = await nextTurn(tx, name, teamId ?? null);', to: 'const rank = 1;' },
    { file: 'rules/add-job.ts', from: 'turn,\n      priority', to: 'rank,\n      priority' },
    { file: 'rules/add-job.ts', from: 'run_at, turn, tries', to: 'run_at, rank, tries' },
    { file: 'jobs/job-queue.ts', from: ".orderBy('job.turn')", to: ".orderBy('job.rank')" },
  ],
  /** The number is assigned before the row of the team is locked: whoever commits first may have the later number. */
  'number-outside-the-lock': [
    {
      file: 'rules/changes.ts',
      from: 'const { change_seq: seq } = await tx',
      to: `const { rows } = await sql\`select nextval('planted_change_seq')::int as seq, pg_sleep(0.05)\`.execute(tx);
  const { seq } = rows[0];
  await tx`,
    },
    {
      file: 'rules/changes.ts',
      from: ".set((eb) => ({ change_seq: eb('change_seq', '+', 1) }))",
      to: '.set({ change_seq: sql`greatest(change_seq, ${seq})` })',
    },
    { file: 'rules/changes.ts', from: 'const CHANGES_PER_ANSWER', to: "import { sql } from 'kysely';\nconst CHANGES_PER_ANSWER" },
  ],
  /** A running job is taken by others before its lease has ended. */
  'leases-ignored': [{ file: 'jobs/job-queue.ts', from: ".where('job.lease_until', '<=', at)", to: '' }],
  /** A step that notifies does it each time that it is looked at. */
  'notified-again': [
    { file: 'rules/flows/steps/notify.ts', from: 'cause: `pipeline.note:${row.uuid}`', to: 'cause: `pipeline.note:${Math.random()}`' },
  ],
  /** A member is looked up once in the life of a process. */
  'permissions-cached': [
    {
      file: 'rules/guard.ts',
      from: 'const member = await find(db, caller, slug);',
      to: 'const member = (globalThis.plantedMembers ??= new Map()).get(slug + caller.userId) ?? (await find(db, caller, slug));\n    globalThis.plantedMembers.set(slug + caller.userId, member);',
    },
  ],
} as const satisfies Record<string, readonly SourceChange[]>;

type OtherChange = 'short-leases' | 'shorter-leases' | 'slow-flows' | 'next-version';
export type PlantedFault = Exclude<keyof typeof SOURCE_CHANGES, OtherChange>;

/** Returns a check that every change was applied. A text that is no longer in its source ends the process. */
export function changeSources(names: readonly string[]): () => void {
  const changes = names.flatMap((name): readonly SourceChange[] => SOURCE_CHANGES[name as keyof typeof SOURCE_CHANGES]);
  const applied = new Set<SourceChange>();
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      for (const change of changes.filter(({ file }) => url.endsWith(`/src/server/${file}`))) {
        const source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
        if (!source.includes(change.from)) throw new Error(`${change.file} no longer contains: ${change.from}`);
        loaded.source = source.replace(change.from, () => change.to);
        applied.add(change);
      }
      return loaded;
    },
  });
  return () => {
    const missed = changes.find((change) => !applied.has(change));
    if (missed) throw new Error(`${missed.file} was not loaded`);
  };
}
