import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createSyntheticSeries } from '#server/conversion/synthetic-series.ts';
import { packChunk, testFile, testStudy } from './rules/uploads/uploads-test-bench.ts';
import type { AnyJson } from './test-server.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

async function modesIn(folder: string): Promise<number[]> {
  const entries = await readdir(folder, { recursive: true });
  return Promise.all(entries.map(async (entry) => (await stat(join(folder, entry))).mode & 0o777));
}

let server: TestServer;
afterEach(() => server.dispose());

test('a killed server keeps uploads, chunks and the conversion queue, and resumes [BACK-06]', async () => {
  server = await startTestServer({ page: false, within: ['sh', '-c', 'umask 000; exec "$@"', 'sh'] });
  const code = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}/.exec(server.output())![0];
  const account = { email: 'ada@example.org', password: 'a long enough password' };
  const north = server.teamOrigin('north');
  const ask = async (method: string, url: string, body?: object, token?: string) => {
    const answer = await server.request(url, {
      method,
      headers: {
        ...(body instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 300) throw new Error(`${url} answered ${answer.status}`);
    return answer.json() as AnyJson;
  };
  await ask('POST', `${server.origin}/api/setup`, { code, name: 'Ada', ...account, team: { title: 'North', slug: 'north' } });
  const { token } = await ask('POST', `${north}/api/login`, account);

  const session = randomUUID();
  const { upload_token } = await ask('POST', `${north}/api/c-upload`, { action: 'prepare', id: session, started: 1 }, token);
  const slices = createSyntheticSeries();
  const registration = testStudy(session, { ct: slices.length, half: 2 });
  const { study } = await ask('POST', `${north}/api/upload/studies?version=2`, registration, token);
  const chunk = packChunk({ session, studyUuid: study.uuid, chunk: 0 }, [
    ...slices.map((slice) => testFile(slice.name, slice.bytes, { seriesId: 'ct', name: slice.name })),
    testFile('first', 'first', { seriesId: 'half' }),
  ]);
  const sent = await ask('POST', `${north}/services/c-upload/file`, chunk, upload_token);
  // With everything of a running server: journals of the database, objects, the lock.
  const modes = await modesIn(server.dataDir);
  expect(new Set(modes)).toEqual(new Set([0o700, 0o600]));
  expect(modes.length).toBeGreaterThan(8);
  await server.kill();
  await server.restart();

  const status = () => ask('GET', `${north}/services/c-upload/status/${session}`, undefined, upload_token);
  const after = await status();
  expect(after.chunks).toEqual([0]);
  expect(after.files.filter((file: { proved: boolean }) => file.proved)).toHaveLength(sent.proved.length);
  // Before the lease of the dead process would have expired.
  await vi.waitUntil(async () => (await status()).series[0].state === 'converted', { timeout: 15_000, interval: 100 });
  expect(await ask('POST', `${north}/services/c-upload/file`, chunk, upload_token)).toEqual(sent);
  expect((await status()).series.map((series: { state: string }) => series.state)).toEqual(['converted', 'receiving']);
}, 60_000);
