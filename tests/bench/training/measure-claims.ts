import { randomUUID } from 'node:crypto';
import { failJob } from '#server/rules/ai/jobs/complete.ts';
import { createWorkerKey, registerWorker, workerOfKey } from '#server/rules/ai/workers.ts';
import type { Measured } from '#tests/bench/gate.ts';
import { openTeamServer } from '#tests/fixtures/team-server.ts';

const [JOBS, WORKERS, CLAIMS] = [100_000, 50, 1_000];
const AT_ONCE = 500;

/** 50 workers that ask at once for jobs of a team that has 100,000 waiting, over HTTP: from the request to the leased job. */
export async function measureClaims(): Promise<Measured> {
  const team = await openTeamServer();
  const { context, ada, server } = team;
  try {
    const { id: studyId } = await team.addPatient({ size: [2, 2, 2], image: new Float32Array(8), labels: new Uint8Array(8) }, false);
    const made = { study_id: studyId, series_id: null, model: 'bench', params: '{}', state: 'queued' as const, open_key: null };
    const times = { created_by: null, created_at: context.now(), updated_at: context.now() };
    for (let from = 0; from < JOBS; from += AT_ONCE)
      await context.db.write(async (tx) => {
        const infers = await tx
          .insertInto('infer')
          .values(Array.from({ length: AT_ONCE }, () => ({ ...made, ...times })))
          .returning('id')
          .execute();
        const job = { team_id: ada.teamId, kind: 'infer' as const, needs: 'bench', priority: 1 as const, state: 'queued' as const };
        const start = { attempt: 0, tries: 0, fraction: 0, message: '', created_at: context.now() };
        await tx
          .insertInto('ai_job')
          .values(infers.map(({ id }) => ({ uuid: randomUUID(), infer_id: id, ...job, ...start })))
          .execute();
      });
    const { secret } = await createWorkerKey(context, ada, { uuid: randomUUID(), name: 'bench', engines: [] });
    const { keyId } = (await workerOfKey(context.db.read, secret))!;
    const waits: number[] = [];
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, at) => {
        const of = { name: `bench-${at}`, device: 'cpu', memoryMb: 1, engines: ['bench'], kinds: ['infer' as const] };
        const worker = await registerWorker(context, keyId, of);
        while (waits.length < CLAIMS) {
          const startedMs = performance.now();
          const answer = await server.ask(`POST /api/ai-workers/${worker}/claim`, {
            token: secret,
            ip: `10.2.0.${at}`,
            body: { waitSeconds: 0 },
          });
          waits.push(performance.now() - startedMs);
          const { job } = answer.body;
          const holder = { keyId, job: job.uuid, attempt: job.attempt };
          await failJob(context, holder, { reason: 'error', detail: '', again: false });
        }
      }),
    );
    const sorted = waits.toSorted((a, b) => a - b);
    const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(0);
    const note = `${waits.length} claims of ${WORKERS} workers at once, ${JOBS} jobs waiting, SQLite; median ${at(0.5)} ms, p99 ${at(0.99)} ms`;
    return { gate: 'a job is claimed, p95', unit: 'ms', target: 300, runs: [sorted[Math.floor(0.95 * (sorted.length - 1))]!], note };
  } finally {
    await server.close();
  }
}
