import { randomUUID } from 'node:crypto';
import { mkdtemp, open } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { LIMITS } from '#contract/limits.ts';
import { packChunk, testFile, testStudy, type TestFile } from '#server/rules/uploads/uploads-test-bench.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { ctSlices } from './ct-slices.ts';
import { startOrthanc } from './orthanc.ts';

const DISK = { gate: 'server ingest, beside write and fsync', unit: 'MB/s', target: 0.97, targetOf: 'ratio' } as const;
const ORTHANC = { gate: 'server ingest, beside Orthanc', unit: 'MB/s', target: 1.3, targetOf: 'ratio' } as const;
const FILES = 200;
/** As the client packs them: whole files up to some 4 MiB. */
const FILES_PER_CHUNK = 8;

/** One CT in files of half a megabyte, until the last of them is proved: received over HTTP, hashed, fsynced, committed. */
export async function measureIngest(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const files = ctSlices(FILES, 1).map((bytes, number) => testFile(`f${number}`, bytes));
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  let series = 1;
  const server = await startTestServer({ people: true, page: false });
  const orthanc = await startOrthanc(join(tempFolder, 'orthanc'));
  try {
    const bearer = await bearerOf(server, DEMO.annotator);
    const { own, disk, peer } = await inTurn(rounds, {
      own: async () => megabytes / (await sendSeconds(server, bearer, files)),
      // A folder of its own each time: as of the others, what was written stays, and nothing of it lies in memory that was just given back.
      disk: async () => megabytes / (await writeSeconds(await mkdtemp(join(tempFolder, 'disk-')), files)),
      // A byte of each is another one every time: Orthanc keeps no instance twice.
      peer: async () => ('reason' in orthanc ? 0 : megabytes / (await orthanc.ingestSeconds(ctSlices(FILES, (series += 1))))),
    });
    const note = `${FILES} slices of 512 x 512, ${megabytes.toFixed(0)} MB, ${LIMITS.lanes} lanes, SQLite; with SHA-256 and CRC-32`;
    return [
      { ...DISK, runs: own, peer: { name: 'write, fsync each', runs: disk }, note },
      'reason' in orthanc
        ? { ...ORTHANC, reason: orthanc.reason }
        : { ...ORTHANC, runs: own, peer: { name: orthanc.name, runs: peer }, note: `${note}; Orthanc as it is, 6 connections` },
    ];
  } finally {
    await server.dispose();
    if (!('reason' in orthanc)) await orthanc.dispose();
  }
}

async function sendSeconds(server: TestServer, bearer: string, files: readonly TestFile[]): Promise<number> {
  const session = randomUUID();
  const post = async (path: string, body: object): Promise<{ upload_token: string; study: { uuid: string } }> => {
    const answer = await server.request(`${server.teamOrigin('north')}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body,
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json() as never;
  };
  const { upload_token: token } = await post('api/c-upload', { action: 'prepare', id: session, started: Date.now() });
  const { study } = await post(
    'api/upload/studies?version=2',
    testStudy(session, { 'series-1': files.length }, { studyInstanceUid: `2.25.${Date.now()}` }),
  );
  const chunks = Array.from({ length: Math.ceil(files.length / FILES_PER_CHUNK) }, (_, chunk) =>
    packChunk({ session, studyUuid: study.uuid, chunk }, files.slice(chunk * FILES_PER_CHUNK, (chunk + 1) * FILES_PER_CHUNK)),
  );

  const agent = new Agent({ keepAlive: true, maxSockets: LIMITS.lanes });
  const proved = new Set<string>();
  const walk = chunks.values();
  const lane = async (): Promise<void> => {
    for (const chunk of walk) (await sendChunk(server, agent, token, chunk)).proved.forEach((fileId) => proved.add(fileId));
  };
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: LIMITS.lanes }, lane));
  const seconds = (performance.now() - startedMs) / 1000;
  agent.destroy();
  if (proved.size !== files.length) throw new Error(`${proved.size} of ${files.length} files were proved`);
  await jobsDone(server);
  return seconds;
}

function sendChunk(server: TestServer, agent: Agent, token: string, chunk: Uint8Array): Promise<{ proved: string[] }> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: `upload.app.localhost:${server.port}`,
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-length': chunk.length,
    };
    const asking = request(
      { host: '127.0.0.1', port: server.port, path: '/services/c-upload/file', method: 'POST', agent, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () =>
          response.statusCode === 200 ? resolve(JSON.parse(text) as never) : reject(new Error(`${response.statusCode} ${text}`)),
        );
      },
    );
    asking.on('error', reject);
    asking.end(chunk);
  });
}

/** Whatever the server makes of an upload afterwards would be in the way of the next turn. */
async function jobsDone({ dataDir }: TestServer): Promise<void> {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  const waiting = db.prepare(`select count(*) from job where state in ('queued', 'running')`).pluck();
  while (waiting.get() !== 0) await pause(50);
  db.close();
}

async function writeSeconds(folder: string, files: readonly TestFile[]): Promise<number> {
  const startedMs = performance.now();
  for (const { name, bytes } of files) {
    const file = await open(join(folder, name), 'w');
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
  }
  return (performance.now() - startedMs) / 1000;
}
