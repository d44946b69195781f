import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';

let dataDir: string;
let server: TestServer | null = null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lightship-start-'));
});
afterEach(async () => {
  await server?.dispose();
  server = null;
  await rm(dataDir, { recursive: true, force: true });
});

/** To its end: a start that is refused. */
function refusedStart(env: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(CHECKOUT, 'src/commands/start.ts'), '--without-page'],
      { env: { PATH: process.env['PATH'] ?? '', LIGHTSHIP_LOG: 'silent', LIGHTSHIP_LOCAL_WORKER: 'off', LIGHTSHIP_DATA: dataDir, ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

describe('a start that fails', () => {
  it('names the wrong setting in one line', async () => {
    const { code, stderr } = await refusedStart({ LIGHTSHIP_PORT: 'eighty' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^LIGHTSHIP_PORT [^\n]*eighty[^\n]*\n$/);
  });

  it('names the port in use in one line', async () => {
    const taken: Server = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await refusedStart({ LIGHTSHIP_PORT: String(port) });
    await new Promise((resolve) => taken.close(resolve));
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^[^\n]*${port}[^\n]*LIGHTSHIP_PORT[^\n]*\n$`));
  });
});

describe('a start', () => {
  it('prints the code for the first account, and stops on request', async () => {
    server = await startTestServer({ page: false });
    expect(server.output()).toMatch(/^One-time code for the first account, at http:\/\/app\.localhost:\d+\/get-started: [A-Z0-9-]+$/m);
    expect((await server.request('/api/setup')).json()).toMatchObject({ needed: true });
    expect(await server.stop()).toBe(0);
  });

  it('with --demo prints accounts that can sign in, on the main domain and in their team [BASE-21]', async () => {
    server = await startTestServer({ demo: true, page: false });
    expect(server.output()).toMatch(/^ {2}annotator@demo\.test +demo-password$/m);
    expect(server.output()).not.toContain('One-time code');
    const token = await bearerOf(server, DEMO.annotator);
    const answer = await server.request('/api/user', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.json()).toMatchObject({ email: DEMO.annotator.email });
    expect((await server.request(`${server.teamOrigin('north')}/api/setup`)).status).toBe(200);
  });

  it('after a crash has the same data at the same address', async () => {
    server = await startTestServer({ demo: true, page: false });
    const token = await bearerOf(server, DEMO.annotator);
    await server.kill();
    await expect(server.request('/api/setup')).rejects.toThrow('ECONNREFUSED');
    await server.restart();
    const answer = await server.request('/api/user', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.json()).toMatchObject({ email: DEMO.annotator.email });
  });
});
