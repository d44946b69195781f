import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CHECKOUT } from '#commands/checkout.ts';
import { findTorch } from '#commands/test-services/torch.ts';
import type { AiTrainingDetail, TrainingEngine } from '#contract/ai/trainings.ts';
import { startBuiltInWorker } from '#server/ai-worker/built-in-worker.ts';
import { createInferenceWork } from '#server/ai-worker/run-inference.ts';
import { createTrainingWork } from '#server/ai-worker/run-training.ts';
import { createInferenceRunner } from '#server/inference/inference-runner.ts';
import { createModel } from '#server/rules/ai/models.ts';
import { proposalLabels, proposalsOf } from '#server/rules/ai/proposals.ts';
import { createTraining, startTraining, trainingDetail } from '#server/rules/ai/trainings.ts';
import { promoteVersion } from '#server/rules/ai/versions.ts';
import { createWorkerKey } from '#server/rules/ai/workers.ts';
import { createInfer } from '#server/rules/conversion/infers.ts';
import { createTreesTrainer } from '#server/training/trees-trainer.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { readPatients } from '#tests/fixtures/hippocampus.ts';
import { SEGMENTS, type Patient } from '#tests/fixtures/frozen-patients.ts';
import { openTeamServer } from '#tests/fixtures/team-server.ts';

const GATES = {
  trees: { gate: 'a team of 20 patients: trees, Dice on unseen patients', unit: '%', target: null },
  unet: { gate: 'a team of 20 patients: network, Dice on unseen patients', unit: '%', target: null },
} as const;

const [LEARNING, HELD_OUT, UNSEEN] = [20, 37, 3];
const PROCESS = { threads: 1, memoryMb: 4096, maxMs: 30 * 60_000 };

/**
 * The whole road on the hippocampus set: 20 patients with their masks, frozen, trained by the trees of the server and by a worker in Python over HTTP, promoted, and run on
 * patients that were in no dataset. The Dice that the product shows must be that of its proposals, computed apart. `LIGHTSHIP_BENCH_SECONDS`: budget of the network.
 */
export async function measureTraining(): Promise<(Measured | Skipped)[]> {
  const patients = await readPatients(process.env['LIGHTSHIP_TEST_DATA'], LEARNING + HELD_OUT + UNSEEN);
  if (patients === null) return Object.values(GATES).map((gate) => ({ ...gate, reason: 'the hippocampus set is not on this machine' }));
  const team = await openTeamServer();
  const inference = createInferenceRunner(PROCESS);
  const worker = startBuiltInWorker(team.context, {
    works: {
      train: { engines: ['trees'], run: createTrainingWork(team.context, createTreesTrainer(PROCESS)) },
      infer: { engines: inference.engines, run: createInferenceWork(team.context, inference) },
    },
    memoryMb: PROCESS.memoryMb,
    onFault: (error) => console.error(error),
  });
  const python = await startPython(team);
  try {
    const known: { study: string; id: number; part: 'train' | 'test' }[] = [];
    for (const [at, patient] of patients.slice(0, LEARNING + HELD_OUT).entries()) {
      // All twenty are learned from, as in the figures that this one is compared with: of so few, four for validation would be missed.
      known.push({ ...(await team.addPatient(patient, true)), part: at < LEARNING ? 'train' : 'test' });
    }
    const version = await team.freeze(known);
    const unseen = await Promise.all(
      patients.slice(LEARNING + HELD_OUT).map(async (patient) => ({ patient, ...(await team.addPatient(patient, false)) })),
    );
    const taken: (Measured | Skipped)[] = [await measureEngine(team, 'trees', version, unseen)];
    if (python === null) taken.push({ ...GATES.unet, reason: 'no python3 with torch was found' });
    else taken.push(await measureEngine(team, 'unet', version, unseen));
    return taken;
  } finally {
    python?.kill('SIGTERM');
    await worker.stop();
    await team.server.close();
  }
}

type Team = Awaited<ReturnType<typeof openTeamServer>>;

async function startPython(team: Team) {
  const python = findTorch();
  if (python === null) return null;
  const { secret } = await createWorkerKey(team.context, team.ada, { uuid: randomUUID(), name: 'bench', engines: [] });
  const words = ['-m', 'lightship_worker', 'serve', '--server', team.url, '--name', 'bench', '--threads', '1'];
  return spawn(python, words, {
    cwd: join(CHECKOUT, 'workers/python'),
    env: { ...process.env, LIGHTSHIP_WORKER_KEY: secret },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function measureEngine(
  { context, ada }: Team,
  engine: Exclude<TrainingEngine, 'unet-clicks'>,
  dataset_version: string,
  unseen: readonly { patient: Patient; study: string; series: string }[],
): Promise<Measured> {
  const { id: structure_id } = await context.db.read
    .selectFrom('structure')
    .select('id')
    .where('slug', '=', 'liver')
    .executeTakeFirstOrThrow();
  const segments = SEGMENTS.map((title, at) => ({ title, value: at + 1 }));
  const words = { name: `Hippocampus ${engine}`, code: `hippocampus-${engine}`, description: '' };
  const model = await createModel(context, ada, { ...words, uuid: randomUUID(), structure_id, segments, parent_id: null });
  const seconds = Number(process.env['LIGHTSHIP_BENCH_SECONDS'] ?? 60);
  const training = await createTraining(context, ada, {
    uuid: randomUUID(),
    model_id: model.id,
    dataset_version,
    engine,
    params: { seconds, seed: 1 },
  });
  const startedMs = performance.now();
  await startTraining(context, ada, training.id);
  const ended = await until<AiTrainingDetail>(
    () => trainingDetail(context.db.read, ada, training.id, context.now()),
    ({ state }) => state === 'complete' || state === 'failed',
  );
  const tookS = (performance.now() - startedMs) / 1000;
  if (ended.state === 'failed') throw new Error(`The training failed: ${ended.failure}, ${ended.log.at(-1)?.line ?? ''}`);
  await promoteVersion(context, ada, ended.version!.uuid, 'bench');
  const apart: number[] = [];
  for (const { patient, study, series } of unseen) {
    await createInfer(context, ada, { caseId: series, modelId: String(model.id) });
    const [proposal] = await until(
      () => proposalsOf(context, ada, study).then(({ data }) => data.filter((each) => each.model.id === model.id)),
      (all) => all.length > 0,
    );
    const answer = await proposalLabels(context, ada, study, proposal!.id);
    const bytes = gunzipSync(Buffer.concat(await answer.stream(0, answer.size!).toArray()));
    apart.push(dice(bytes.subarray(352), patient.labels));
  }
  const { mean, heldOut } = ended.report!;
  const own = apart.map((each) => each.toFixed(3)).join(', ');
  const parts = SEGMENTS.map((title, at) => `${title} ${mean[String(at + 1)]?.toFixed(3)}`).join(', ');
  const note = `${heldOut.length} held-out patients (${parts}), ${tookS.toFixed(0)} s from the start to the version, of them ${ended.report!.seconds.toFixed(0)} s of training; on ${unseen.length} patients in no dataset, computed apart: ${own}`;
  return { ...GATES[engine], runs: [mean['foreground']! * 100], note };
}

async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    await new Promise((next) => setTimeout(next, 250));
  }
}

/** Over all foreground. */
function dice(found: Uint8Array, wanted: Uint8Array): number {
  let [both, sum] = [0, 0];
  for (const [at, label] of wanted.entries()) {
    const isFound = found[at]! > 0;
    both += Number(isFound && label > 0);
    sum += Number(isFound) + Number(label > 0);
  }
  return (2 * both) / sum;
}
