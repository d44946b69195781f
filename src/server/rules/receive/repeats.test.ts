import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { createConvertSeriesHandler } from '#server/rules/conversion/conversion-series-job.ts';
import { createFaultSteps } from './faults-test-bench.ts';
import { receiveChunk } from './chunk.ts';
import { piecesOf } from './proof.ts';
import { registerStudy } from '#server/rules/uploads/uploads-register-study.ts';
import {
  createTestBench,
  packChunk,
  registerTestUpload,
  sha256Of,
  testBytes,
  testFile,
  testStudy,
  type TestBench,
  type TestPart,
} from '#server/rules/uploads/uploads-test-bench.ts';

/** LIGHTSHIP_TEST_REPEATS=1000 for the long run. */
const RUNS = Number(process.env['LIGHTSHIP_TEST_REPEATS'] ?? 25);
const KILLS = Number(process.env['LIGHTSHIP_TEST_CONVERSION_KILLS'] ?? 15);

/** A run is known by its seed, so that one that fails can be run again. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state % below;
  };
}

describe.each(TEST_ENGINES)('repetition on %s', (engine) => {
  let bench: TestBench;
  beforeAll(async () => void (bench = await createTestBench(engine)));
  afterAll(() => bench.close());

  test(`${RUNS} uploads with each chunk sent one to three times, in any order, from three senders: complete, without duplicates`, async () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      // A day each: a person has only so many uploads open.
      bench.clock.now += 86_400_000;
      const random = randomOf(seed);
      const files = Array.from({ length: 4 }, (_, index) => testFile(`f${index}`, testBytes(100 + random(900), seed * 7 + index)));
      const upload = await registerTestUpload(bench, { 'series-1': files.length });
      // Small files whole, the last one over two chunks.
      const cut = random(files[3]!.bytes.length - 1) + 1;
      const contents: TestPart[][] = [
        [{ file: files[0]! }, { file: files[1]! }],
        [{ file: files[2]! }, { file: files[3]!, to: cut }],
        [{ file: files[3]!, from: cut }],
      ];
      const sendings = contents.flatMap(
        (parts, chunk) => Array(1 + random(3)).fill(packChunk({ ...upload, chunk }, parts)) as Uint8Array[],
      );
      for (let last = sendings.length - 1; last > 0; last -= 1) {
        const other = random(last + 1);
        [sendings[last], sendings[other]] = [sendings[other]!, sendings[last]!];
      }
      const sender = async (which: number): Promise<void> => {
        for (let index = which; index < sendings.length; index += 3) await receiveChunk(bench.context, bench.eva, sendings[index]!);
        // Another sender registers the study again while the first one sends.
        await registerStudy(bench.context, bench.eva, testStudy(upload.session, { 'series-1': files.length }));
      };
      await Promise.all([sender(0), sender(1), sender(2)]);

      const { read } = bench.context.db;
      const rows = await read.selectFrom('file').selectAll().where('upload_id', '=', upload.uploadId).execute();
      expect(
        rows.map((row) => row.proved),
        `seed ${seed}`,
      ).toEqual([1, 1, 1, 1]);
      for (const row of rows) {
        const parts: Uint8Array[] = [];
        for (const piece of await piecesOf(read, row.id))
          parts.push(await bench.context.objects.read(piece.object_key, piece.object_offset, piece.length));
        expect(sha256Of(Buffer.concat(parts)), `seed ${seed}`).toBe(row.sha256);
      }
      const objects = await readdir(`${bench.diskFolder}/team-${bench.eva.teamId}/study-${upload.studyUuid}`);
      expect(objects, `seed ${seed}`).toHaveLength(3);
      expect(await read.selectFrom('study').select('id').where('upload_id', '=', upload.uploadId).execute()).toHaveLength(1);
      expect(await read.selectFrom('job').select('id').where('group_key', '=', `upload-${upload.uploadId}`).execute()).toHaveLength(1);
    }
  }, 1_800_000);

  test(`${KILLS} server crashes at random steps of conversions: each series ends exactly once, no job is lost or repeated`, async () => {
    await bench.context.db.write((tx) => tx.deleteFrom('upload').execute());
    await bench.context.db.write((tx) => tx.deleteFrom('job').execute());
    const random = randomOf(7);
    const { read } = bench.context.db;
    const ended: string[] = [];
    let kills = 0;
    let series = 0;
    while (kills < KILLS) {
      const clientIds = ['a', 'b', 'bad'];
      const upload = await registerTestUpload(bench, Object.fromEntries(clientIds.map((id) => [id, 1])));
      series += clientIds.length;
      const files = clientIds.map((seriesId) => testFile(`${seriesId}-x`, seriesId, { seriesId }));
      await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, files));
      for (;;) {
        const waiting = await read
          .selectFrom('job')
          .select('id')
          .where('name', '=', 'convert-series')
          .where('state', 'in', ['queued', 'running'])
          .execute();
        if (waiting.length === 0) break;
        const steps = createFaultSteps({ at: 1 + random(60), kind: 'kill' });
        const runner = startKilled(steps);
        const outcome = await Promise.race([runner.idle(), steps.killed]);
        if (outcome === 'killed') kills += 1;
        else await Promise.race([runner.stop('abandon'), steps.killed]);
        // Void where there is one process; elsewhere the lease of the dead one runs out. Pauses end as well.
        if (engine === 'sqlite') await bench.context.jobs.voidEarlierLeases();
        bench.clock.now += 20 * 60_000;
      }
    }
    const states = (await read.selectFrom('series').select('state').execute()).map((row) => row.state);
    expect(states.filter((state) => state === 'converted')).toHaveLength((series / 3) * 2);
    expect(states.filter((state) => state === 'error')).toHaveLength(series / 3);
    expect(await read.selectFrom('volume').select('id').execute()).toHaveLength((series / 3) * 2);
    expect((await read.selectFrom('job').select('state').where('name', '=', 'convert-series').execute()).map((row) => row.state)).toEqual(
      Array(series).fill('done'),
    );
    // The effect of each end stands in the team's log once, beside one line for the beginning: a run that came too late wrote nothing.
    expect(new Set(ended).size).toBe(ended.length);
    const reasons = await read.selectFrom('series').select('message').distinct().where('state', '=', 'error').execute();
    expect(reasons).toEqual([{ message: 'No volume.' }]);

    function startKilled(steps: ReturnType<typeof createFaultSteps>): JobRunner {
      const db = steps.database(bench.context.db);
      const jobs = createJobQueue(db, { now: bench.context.now });
      const news = {
        ...bench.context.news,
        toUpload: (_session: string, event: string, payload: unknown) => void ended.push(JSON.stringify([event, payload])),
      };
      const context = { ...bench.context, db, jobs, news, objects: steps.objects(bench.context.objects) };
      const dcm = steps.converter({
        name: 'played 1.0',
        maxInputBytes: 1_000,
        convert: ({ files }) => {
          const text = Buffer.from(files[0]!.bytes).toString();
          if (text === 'bad') return Promise.resolve({ ok: false as const, why: 'No volume.' });
          return Promise.resolve({ ok: true as const, volumes: [{ name: 'v', bytes: Buffer.from(text), sidecar: null }] });
        },
      });
      return startJobRunner(
        jobs,
        { 'convert-series': createConvertSeriesHandler(context, { dcm, nii: createNiftiAsSent() }) },
        { heartbeatMs: 2 ** 30 },
      );
    }
  }, 1_800_000);
});
