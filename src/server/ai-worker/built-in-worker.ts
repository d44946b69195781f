import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerKind } from '#contract/ai/workers.ts';
import { WORKER_KINDS } from '#contract/ai/workers.ts';
import { completeJob, failJob } from '#server/rules/ai/jobs/complete.ts';
import { endSilent, endWithoutWorker, releaseBuiltIn } from '#server/rules/ai/jobs/job-ends.ts';
import type { JobParts } from '#server/rules/ai/jobs/job-parts.ts';
import { saveOutput } from '#server/rules/ai/jobs/outputs.ts';
import { reportProgress } from '#server/rules/ai/jobs/progress.ts';
import { claimFor, registerWorker } from '#server/rules/ai/workers.ts';
import { removeUnusedFiles } from '#server/rules/ai/unused-files.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';

/** What a job says while it runs, for the page. */
export interface JobReport {
  fraction: number;
  message: string;
  event?: { round: number; metrics: { dice?: Record<string, number> } };
}

/** What came of a job: files to hand in, or why it failed. */
export type JobOutcome =
  | { ok: true; files: { name: string; bytes: Uint8Array }[] }
  | { ok: false; reason: 'out_of_memory' | 'bad_input' | 'error'; detail: string; again: boolean };

/** The work of one kind of job, in a process of its own. Rejects when it is cancelled. */
export type JobWork = (parts: JobParts, signal: AbortSignal, report: (report: JobReport) => void) => Promise<JobOutcome>;

export interface BuiltInWork {
  /** What it can run; without any, jobs of the kind are left to others. */
  engines: readonly string[];
  run: JobWork;
}

interface Settings {
  works: Record<WorkerKind, BuiltInWork>;
  memoryMb: number;
  onFault(error: unknown): void;
}

/** Between two looks: a job may have been made by any server of the database. */
const LOOK_EVERY_MS = 1_000;
const AFTER_FAULT_MS = 10_000;
/** Far below the lease, so that a slow database costs nothing. */
const ALIVE_EVERY_MS = 10_000;
const SWEEP_EVERY_MS = 15_000;
const PART_BYTES = 8 * 1024 * 1024;

/** The worker of this server: takes jobs as workers from outside do, without a key. One job of each kind at a time. */
export function startBuiltInWorker(context: ServerContext, { works, memoryMb, onFault }: Settings): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = [
    sweepOften(context, signal, onFault),
    ...WORKER_KINDS.filter((kind) => works[kind].engines.length > 0).map((kind) => workOn(kind)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };

  async function workOn(kind: WorkerKind): Promise<void> {
    const { engines, run } = works[kind];
    const name = `built-in-${kind}-${hostname()}`.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 64);
    while (!signal.aborted) {
      try {
        const worker = await registerWorker(context, null, { name, device: 'cpu', memoryMb, engines: [...engines], kinds: [kind] });
        // SQLite has one process: what it had taken earlier is with nobody.
        if (context.db.engine === 'sqlite') await releaseBuiltIn(context, worker);
        while (!signal.aborted) await takeOne(context, worker, run, signal);
      } catch (error) {
        if (signal.aborted) return;
        onFault(error);
        await pause(AFTER_FAULT_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

async function takeOne(context: ServerContext, worker: string, run: JobWork, stopping: AbortSignal): Promise<void> {
  const claimed = await claimFor(context, { keyId: null, worker, waitMs: 0, left: stopping });
  if (claimed === null) return pause(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
  const holder = { keyId: null, job: claimed.job.uuid, attempt: claimed.job.attempt };
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  let latest: JobReport = { fraction: 0, message: '' };
  let events: NonNullable<JobReport['event']>[] = [];
  const tell = async (): Promise<void> => {
    const sent = events;
    events = [];
    const { fraction, message } = latest;
    await reportProgress(context, holder, {
      fraction,
      message,
      events: sent.map((event) => ({ event: 'progress' as const, ...event })),
      log: [],
    }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      lost.abort(error);
    });
  };
  const alive = setInterval(() => void tell().catch(() => undefined), ALIVE_EVERY_MS);
  try {
    const outcome = await run(claimed.parts, signal, (report) => {
      latest = report;
      if (report.event !== undefined) events.push(report.event);
    });
    await tell();
    if (signal.aborted) return;
    if (!outcome.ok) return await failJob(context, holder, outcome);
    for (const { name, bytes } of outcome.files) await handIn(context, holder, name, bytes);
    await completeJob(context, holder);
  } catch (error) {
    // Somebody has stopped it, or the server stops: the lease ends, and another attempt begins.
    if (signal.aborted || (error instanceof Refusal && error.code === 'lease_lost')) return;
    await failJob(context, holder, { reason: 'error', detail: '', again: true }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(alive);
  }
}

async function handIn(context: ServerContext, holder: Parameters<typeof saveOutput>[1], name: string, bytes: Uint8Array): Promise<void> {
  const file = randomUUID();
  const parts = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
  for (let part = 0; part < parts; part += 1) {
    const piece = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    const sha256 = createHash('sha256').update(piece).digest('hex');
    await saveOutput(context, holder, { name, file, part, parts, sha256, bytes: piece });
  }
}

const CLEAN_EVERY_MS = 3_600_000;

/** Jobs of workers that are gone, jobs that no worker could take, and now and then files that nothing uses. */
async function sweepOften(context: ServerContext, signal: AbortSignal, onFault: (error: unknown) => void): Promise<void> {
  let cleaned = -Infinity;
  while (!signal.aborted) {
    await Promise.all([endSilent(context), endWithoutWorker(context)]).catch(onFault);
    if (context.now() - cleaned >= CLEAN_EVERY_MS) {
      cleaned = context.now();
      await removeUnusedFiles(context).catch(onFault);
    }
    await pause(SWEEP_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
