import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { DAILY_JOBS } from '#contract/jobs.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { SOCKET_PATH } from '#server/realtime/socket-server.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { createTestBench, packChunk, registerTestUpload, testBytes, testFile } from '#server/rules/uploads/uploads-test-bench.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { userIdOf } from '#tests/cluster/checks.ts';
import { openCluster, type Cluster } from '#tests/cluster/cluster.ts';
import { Upload } from '#tests/kills/server-only.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { ctSlices } from './ct-slices.ts';
import { processorSeconds } from './processor-seconds.ts';
import { sendStudy } from './send-study.ts';

const PROCESSES = [1, 2, 4] as const;
const [UPLOADS, AT_ONCE] = [24, 6] as const;
/** For each process before the measured ones: a new process first compiles its code. */
const WARM_UP = 12;
const [SOCKETS, HINTS] = [1_000, 20] as const;
/** One person may have 200 sockets with each process. */
const LISTENERS = [DEMO.admin, DEMO.annotator, DEMO.reviewer, DEMO.scientist];
const [STUDIES, SLICES] = [4, 200] as const;
/** Longer than any hint takes that arrives at all. */
const HEARD_MS = 3_000;

/** Several processes over one PostgreSQL and one object store, behind a proxy in this process, which also sends. */
export async function measureCluster(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  if (!TEST_ENGINES.includes('postgres'))
    return [
      { gate: 'uploads through several processes', unit: 'uploads/s', target: null, reason: 'no PostgreSQL here (TEST_DATABASE_URL)' },
    ];
  const rates = new Map<number, number[]>(PROCESSES.map((count) => [count, []]));
  const once: (Measured | Skipped)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const count of PROCESSES) {
      const folder = join(tempFolder, `${round}-${count}`);
      await mkdir(folder);
      const cluster = await openCluster({ folder, servers: count });
      try {
        rates.get(count)!.push(await uploadsPerSecond(cluster));
        if (round === 0 && count === 1) once.push(...(await measureStudies(cluster)));
        if (round === 0 && count === 2) once.push(...(await measureHints(cluster).catch(noHints)));
      } finally {
        await cluster.close();
      }
    }
  }
  const note = `${UPLOADS} uploads of about 1.5 MB in chunks of 96 KiB, ${AT_ONCE} at a time; all processes, PostgreSQL, the store and the sender share the cores of this machine`;
  const peer = { name: '1 process', runs: rates.get(1)! };
  const growth = PROCESSES.map((count): Measured => {
    const gate = `uploads through ${count} ${count === 1 ? 'process' : 'processes'}`;
    return { gate, unit: 'uploads/s', target: null, runs: rates.get(count)!, ...(count === 1 ? {} : { peer }), note };
  });
  return [...growth, ...(await measureStatements()), ...once];
}

function noHints(error: unknown): Skipped[] {
  return [{ gate: `hint to ${SOCKETS} sockets`, unit: 'ms', target: null, reason: `a socket was refused: ${String(error)}` }];
}

async function uploadsPerSecond(cluster: Cluster): Promise<number> {
  const bearer = await cluster.signIn();
  const target = { port: () => cluster.balancer.port, kill: () => Promise.resolve() };
  const warmUp = WARM_UP * cluster.servers.length;
  let next = 0;
  const sendUntil = (end: number): Promise<void[]> => {
    const sendSome = async (): Promise<void> => {
      while (next < end) {
        next += 1;
        const upload = await Upload.register(target, bearer, next);
        await upload.sendRest();
        if (!(await upload.isProved())) throw new Error('An upload was not verified');
      }
    };
    return Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  };
  await sendUntil(warmUp);
  const begunMs = performance.now();
  await sendUntil(warmUp + UPLOADS);
  return UPLOADS / ((performance.now() - begunMs) / 1000);
}

/** What a CT study costs one process from the first chunk until it is converted, and what it leaves in the database. */
async function measureStudies(cluster: Cluster): Promise<Measured[]> {
  const bearer = await cluster.signIn();
  const files = ctSlices(SLICES, 1).map((bytes, number) => testFile(`f${number}`, bytes));
  const { db } = cluster.store;
  const bytesOfDatabase = async (): Promise<number> => {
    const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db.read);
    return Number(rows[0]!.bytes);
  };
  const [server] = cluster.servers;
  const [secondsBefore, bytesBefore] = [await processorSeconds(server!.pid()!), await bytesOfDatabase()];
  for (let study = 0; study < STUDIES; study += 1) await sendStudy(cluster.balancer.port, bearer, files);
  const received = await processorSeconds(server!.pid()!);
  const open = db.read.selectFrom('job').select('id').where('state', 'in', ['queued', 'running']).where('name', 'not in', DAILY_JOBS);
  while ((await open.limit(1).execute()).length > 0) await pause(100);
  const converted = await processorSeconds(server!.pid()!);
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  const note = `a CT of ${SLICES} slices, ${megabytes.toFixed(0)} MB; the process and its children, without PostgreSQL and the store`;
  return [
    { gate: 'processor time to receive a CT study', unit: 's', target: null, runs: [(received - secondsBefore) / STUDIES], note },
    { gate: 'processor time to convert a CT study', unit: 's', target: null, runs: [(converted - received) / STUDIES], note },
    { gate: 'database for a CT study', unit: 'kB', target: null, runs: [((await bytesOfDatabase()) - bytesBefore) / STUDIES / 1e3], note },
  ];
}

/** Statements to PostgreSQL while a chunk is received, `begin` and `commit` included: of one file, and for each further file. */
async function measureStatements(): Promise<Measured[]> {
  const bench = await createTestBench('postgres');
  const { query } = pg.Client.prototype;
  let statements = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    statements += 1;
    return Reflect.apply(query, this, given) as unknown;
  } as typeof query;
  try {
    const statementsOf = async (files: number): Promise<number> => {
      const upload = await registerTestUpload(bench, { a: files });
      const sent = Array.from({ length: files }, (_, index) => testFile(`a-${index}`, testBytes(1_000, index), { seriesId: 'a' }));
      const before = statements;
      await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, sent));
      return statements - before;
    };
    // Connections are opened with the first one.
    await statementsOf(1);
    const [one, hundred] = [await statementsOf(1), await statementsOf(100)];
    const note = `a chunk that completes its series: ${one} with 1 file, ${hundred} with 100`;
    return [
      { gate: 'statements for a chunk', unit: 'statements', target: null, runs: [one], note },
      { gate: 'statements for each further file of a chunk', unit: 'statements', target: null, runs: [(hundred - one) / 99], note },
    ];
  } finally {
    pg.Client.prototype.query = query;
    await bench.close();
  }
}

/** From the request of a change to the hint at each socket. The sockets are shared out among the processes. */
async function measureHints(cluster: Cluster): Promise<Measured[]> {
  const people = await Promise.all(
    LISTENERS.map(async (person) => ({ bearer: await cluster.signIn(person), user: await userIdOf(cluster.store.db, person.email) })),
  );
  const bearer = await cluster.signIn();
  const sockets: Socket[] = [];
  try {
    for (let index = 0; index < SOCKETS; index += 1) {
      const person = people[Math.floor(index / cluster.servers.length) % people.length]!;
      sockets.push(await joined(cluster.servers[index % cluster.servers.length]!.port(), person.bearer, person.user));
    }
    const [times, heardOf]: [number[], number[]] = [[], []];
    for (let hint = 0; hint < HINTS; hint += 1) {
      const heard = new Map<Socket, number>();
      const begunMs = performance.now();
      for (const socket of sockets) socket.once('change', () => heard.set(socket, performance.now() - begunMs));
      await Upload.register({ port: cluster.servers[0]!.port, kill: () => Promise.resolve() }, bearer, 10_000 + hint);
      while (heard.size < SOCKETS && performance.now() - begunMs < HEARD_MS) await pause(5);
      for (const socket of sockets) socket.off('change');
      times.push(...heard.values());
      heardOf.push(heard.size);
    }
    times.sort((a, b) => a - b);
    const at = (part: number): number => times[Math.floor(part * (times.length - 1))] ?? Number.NaN;
    const note = `${HINTS} hints to ${SOCKETS} sockets of ${cluster.servers.length} processes, of which at least ${Math.min(...heardOf)} heard each; from the request on, clients in this process`;
    return ([50, 99] as const).map((part) => ({
      gate: `hint to ${SOCKETS} sockets, p${part}`,
      unit: 'ms',
      target: null,
      runs: [at(part / 100)],
      note,
    }));
  } finally {
    for (const socket of sockets) socket.close();
  }
}

async function joined(port: number, token: string, user: number): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, {
    path: SOCKET_PATH,
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  if ((await socket.emitWithAck('set-team-user', { team: 'north', user })) !== true) throw new Error('A socket was not let into its team');
  return socket;
}
