import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import type { Converter } from '#server/conversion/converter.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { createConvertSeriesHandler } from '#server/rules/conversion/conversion-series-job.ts';
import { createFaultSteps, type FaultSteps, type PlannedFault } from './faults-test-bench.ts';
import { receiveChunk } from './chunk.ts';
import { piecesOf } from './proof.ts';
import { registerStudy } from '#server/rules/uploads/uploads-register-study.ts';
import { dropUpload, finishUploads, healUploads } from '#server/rules/uploads/uploads-end.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import { prepareUpload } from '#server/rules/uploads/uploads.ts';
import {
  createTestBench,
  packChunk,
  sha256Of,
  testBytes,
  testFile,
  testStudy,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';

/**
 * SQLite's own rule: the n-th step fails, for every n. LIGHTSHIP_TEST_FAULT_STRIDE=1 takes every step on every engine; without it the stride
 * keeps the suite quick, and runs of the suite look at different steps because the first one is drawn.
 */
const STRIDE = Number(process.env['LIGHTSHIP_TEST_FAULT_STRIDE'] ?? 29);
const FIRST = 1 + Math.floor(Math.random() * STRIDE);
const DAY_MS = 86_400_000;

const small = ['a1', 'a2'].map((id, index) => testFile(id, testBytes(300 + index, index), { seriesId: 'a' }));
const big = testFile('big', testBytes(5_000, 3), { seriesId: 'b' });
const late = testFile('late', testBytes(900, 4), { seriesId: 'b' });
const FILES = [...small, big, late];

const oneVolume: Converter = {
  name: 'played 1.0',
  maxInputBytes: 1_000_000,
  convert: ({ files }) =>
    Promise.resolve({ ok: true, volumes: [{ name: 'volume', bytes: Buffer.concat(files.map((file) => file.bytes)), sidecar: null }] }),
};

/** A server whose steps are counted, over the bench's database and folder; a kill ends it and the next one opens the same. */
class CountedServer {
  context!: ServerContext;
  readonly #bench: TestBench;
  readonly #steps: FaultSteps;
  #killed = false;
  /** Conversions run only while they are waited for, so that the steps have one order. */
  #run!: () => JobRunner;
  constructor(bench: TestBench, steps: FaultSteps) {
    this.#bench = bench;
    this.#steps = steps;
  }

  async start(): Promise<void> {
    const { context: bare, clock, diskFolder } = this.#bench;
    const steps = this.#killed ? createFaultSteps() : this.#steps;
    const db = steps.database(bare.db);
    const jobs = createJobQueue(db, { now: bare.now });
    const objects = steps.objects(await createLocalDisk(diskFolder, { fs: steps.fileSystem() }));
    this.context = { ...bare, db, jobs, objects };
    const handler = createConvertSeriesHandler(this.context, { dcm: steps.converter(oneVolume), nii: createNiftiAsSent() });
    this.#run = () => startJobRunner(jobs, { 'convert-series': handler }, { heartbeatMs: 2 ** 30 });
    // PostgreSQL: the leases of a dead process run out.
    if (db.engine === 'sqlite') await jobs.voidEarlierLeases();
    else clock.now += 31_000;
    await healUploads(this.context);
  }

  /** As a client does: again until it is answered. */
  async ask<T>(work: (context: ServerContext) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.#unlessKilled(() => work(this.context));
      if (outcome === 'killed') await this.#startAgain();
      else if (outcome.ok) return outcome.value;
      else if (tries === 3) throw outcome.error;
    }
  }

  /** A start may fail or be killed as well. */
  async restart(): Promise<void> {
    const outcome = await this.#unlessKilled(() => this.start());
    if (outcome === 'killed' || !outcome.ok) await this.#startAgain();
  }

  async convertAll(): Promise<void> {
    const waiting = () =>
      this.#bench.context.db.read
        .selectFrom('job')
        .select('id')
        .where('name', '=', 'convert-series')
        .where('state', 'in', ['queued', 'running'])
        .execute();
    for (let rounds = 0; (await waiting()).length > 0; rounds += 1) {
      if (rounds === 20) throw new Error('The conversions do not come to an end');
      this.#bench.clock.now += 60_000;
      const runner = this.#run();
      const outcome = await this.#unlessKilled(() => runner.idle());
      if (outcome === 'killed') await this.#startAgain();
      else await this.#unlessKilled(() => runner.stop('abandon'));
    }
  }

  async #startAgain(): Promise<void> {
    await this.#steps.reap();
    if (!this.#killed && this.#steps.isKilled()) this.#killed = true;
    await this.start();
  }

  async #unlessKilled<T>(work: () => Promise<T>): Promise<{ ok: true; value: T } | { ok: false; error: unknown } | 'killed'> {
    const answer = work().then(
      (value) => ({ ok: true as const, value }),
      (error: unknown) => ({ ok: false as const, error }),
    );
    if (this.#killed) return answer;
    const outcome = await Promise.race([answer, this.#steps.killed]);
    // Whatever fails after the kill fails before its last transaction has ended, which the kill waits for.
    return this.#steps.isKilled() ? this.#steps.killed : outcome;
  }
}

describe.each(TEST_ENGINES)('an error in each step on %s', (engine) => {
  let bench: TestBench;
  beforeAll(async () => void (bench = await createTestBench(engine)));
  afterAll(() => bench.close());

  /** All that an upload goes through, and a second one that is dropped. */
  async function live(steps: FaultSteps): Promise<{ session: string; studyUuid: string }> {
    const server = new CountedServer(bench, steps);
    await server.restart();
    const [session, dropped] = [randomUUID(), randomUUID()];
    await server.ask((context) => prepareUpload(context, bench.eva, { id: session, started: 1 }));
    const { study } = await server.ask((context) => registerStudy(context, bench.eva, testStudy(session, { a: 2, b: 2 })));
    const at = { session, studyUuid: study.uuid };
    const send = (chunk: number, ...parts: Parameters<typeof packChunk>[1][number][]) =>
      server.ask((context) => receiveChunk(context, bench.eva, packChunk({ ...at, chunk }, parts)));
    await send(0, ...small);
    await send(1, { file: big, to: 2_000 });
    await send(2, { file: late, from: 100, to: 500 });
    // The last bytes of a file arrive, and nobody comes to hash them: what the next start finds.
    const unhashed = (context: ServerContext): ServerContext => ({
      ...context,
      objects: {
        ...context.objects,
        stream: () => {
          throw new Error('ended before the proof');
        },
      },
    });
    await server.ask((context) =>
      receiveChunk(unhashed(context), bench.eva, packChunk({ ...at, chunk: 3 }, [{ file: big, from: 2_000 }])).catch(() => undefined),
    );
    await server.restart();
    await send(3, { file: big, from: 2_000 });
    await send(4, late);
    await server.ask((context) => prepareUpload(context, bench.eva, { id: dropped, started: 1 }));
    const other = await server.ask((context) => registerStudy(context, bench.eva, testStudy(dropped, { a: 2 })));
    await server.ask((context) =>
      receiveChunk(context, bench.eva, packChunk({ session: dropped, studyUuid: other.study.uuid, chunk: 0 }, [small[0]!])),
    );
    await server.ask((context) => dropUpload(context, bench.eva, dropped));
    await server.convertAll();
    await server.ask((context) => finishUploads(context, bench.eva, [study.uuid]));
    return at;
  }

  /** What must be so, whichever step failed. */
  async function look({ session, studyUuid }: { session: string; studyUuid: string }): Promise<void> {
    const { context } = bench;
    const { read } = context.db;
    await healUploads(context);
    bench.clock.now += 8 * DAY_MS;
    await healUploads(context);

    expect(await uploadStatus(context, bench.eva, session)).toMatchObject({ state: 'finished', chunks: [0, 1, 2, 3, 4] });
    const uploads = await read.selectFrom('upload').select(['session', 'state']).orderBy('id').execute();
    expect(uploads.map((upload) => upload.state)).toEqual(['finished', 'dropped']);
    expect(await read.selectFrom('study').select('uuid').execute()).toEqual([{ uuid: studyUuid }]);

    const files = await read.selectFrom('file').selectAll().execute();
    expect(files.map((file) => [file.client_file_id, file.proved]).sort()).toEqual(FILES.map((file) => [file.fileId, 1]).sort());
    const named = new Set<string>();
    for (const file of files) {
      const parts: Uint8Array[] = [];
      for (const piece of await piecesOf(read, file.id)) {
        named.add(piece.object_key);
        parts.push(await context.objects.read(piece.object_key, piece.object_offset, piece.length));
      }
      expect(sha256Of(Buffer.concat(parts))).toBe(file.sha256);
    }
    const volumes = await read.selectFrom('volume').select('object_key').execute();
    expect(volumes).toHaveLength(2);
    for (const volume of volumes) named.add(volume.object_key);
    const jobs = await read.selectFrom('job').select('state').where('name', '=', 'convert-series').execute();
    expect(jobs.map((job) => job.state).sort()).toEqual(['done', 'done']);

    const stored: string[] = [];
    for await (const { key } of context.objects.list('')) stored.push(key);
    expect(stored.sort()).toEqual([...named].sort());
    expect(await read.selectFrom('stray_object').selectAll().execute()).toEqual([]);
  }

  async function clear(): Promise<void> {
    await bench.context.db.write(async (tx) => {
      await tx.deleteFrom('upload').execute();
      await tx.deleteFrom('job').execute();
      await tx.deleteFrom('stray_object').execute();
    });
    await bench.context.objects.removeAll(`team-${bench.eva.teamId}`);
  }

  async function run(fault: PlannedFault | null): Promise<FaultSteps> {
    const steps = createFaultSteps(fault);
    try {
      await look(await live(steps));
    } catch (error) {
      throw new Error(`${fault?.kind} at step ${fault?.at} (${fault === null ? '' : steps.names()[fault.at - 1]})`, { cause: error });
    } finally {
      await clear();
    }
    return steps;
  }

  test.each(['error', 'kill'] as const)(
    'as %s: nothing is lost, duplicated or left over',
    async (kind) => {
      const counted = await run(null);
      expect(counted.count()).toBeGreaterThan(150);
      let tried = 0;
      const failed: unknown[] = [];
      for (let at = FIRST; at <= counted.count(); at += STRIDE) {
        await run({ at, kind }).catch((error: unknown) => failed.push(error));
        tried += 1;
      }
      console.info(`${engine}: ${tried} of ${counted.count()} steps as ${kind}`);
      if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join('; '));
      expect(tried).toBeGreaterThan(0);
    },
    1_800_000,
  );
});
