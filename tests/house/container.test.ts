import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import type { Lock } from '#commands/sbom.ts';
import { httpRequest } from '#tests/support/http.ts';
import { copyFromCheckout, readStages, type Stage } from './dockerfile.ts';

/** The last stage of deploy/Dockerfile, followed in a folder: no daemon builds an image where the tests run. */
let root: string;
let stage: Stage;
let env: Record<string, string>;
let server: ChildProcess | null = null;

/** Of the system's lists of users: one who owns nothing here. Only root can start a process as somebody else. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const restOf = (word: string): string => stage.instructions.findLast((one) => one.word === word)!.rest;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lightship-container-'));
  stage = readStages(await readFile(join(CHECKOUT, 'deploy/Dockerfile'), 'utf8')).at(-1)!;
  const app = join(root, 'app');
  await copyFromCheckout(stage, app, await readFile(join(CHECKOUT, 'deploy/Dockerfile.dockerignore'), 'utf8'));
  await installWithoutDevelopment(app);
  await mkdir(join(app, 'dist'));
  await writeFile(join(app, 'dist/index.html'), '<!doctype html><title>built before</title>');
  await mkdir(join(root, 'data'), { mode: 0o700 });
  if (NOBODY.uid !== undefined) await chown(join(root, 'data'), NOBODY.uid, NOBODY.gid);
  await chmod(root, 0o755);
  const given = Object.fromEntries(
    restOf('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  );
  env = {
    PATH: dirname(process.execPath),
    HOME: '/nonexistent',
    ...given,
    LIGHTSHIP_DATA: join(root, given['LIGHTSHIP_DATA']!),
    LIGHTSHIP_HOST: '127.0.0.1',
    LIGHTSHIP_PORT: String(await freePort()),
    LIGHTSHIP_LOG: 'silent',
  };
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

/** What the Dockerfile's `npm ci` and its `rm` would leave, by the lock file: hard links, or copies if the folder is on another file system. */
async function installWithoutDevelopment(app: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(CHECKOUT, 'package-lock.json'), 'utf8')) as Lock;
  const paths = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !(dev ?? devOptional ?? false))
    .map(([path]) => path)
    .filter((path) => !path.includes('/node_modules/') && !/\/node-(linux|win|bin)-/.test(path) && existsSync(join(CHECKOUT, path)));
  const linked = promisify(execFile)('cp', ['-al', '--parents', ...paths, app], { cwd: CHECKOUT });
  await linked.catch(async () => {
    for (const path of paths) await cp(join(CHECKOUT, path), join(app, path), { recursive: true });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

const healthCheck = (): Promise<number> =>
  new Promise((resolve) => {
    const [program, ...words] = JSON.parse(restOf('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[];
    execFile(program!, words, { env, ...NOBODY }, (error) => resolve(error === null ? 0 : Number(error.code)));
  });

it('starts as another user from files that it cannot change, writes to its volume alone, and says that it lives [BACK-21]', async () => {
  expect(await healthCheck()).toBe(1);
  const [program, ...words] = JSON.parse(restOf('CMD')) as string[];
  let said = '';
  server = spawn(program!, words, { cwd: join(root, 'app'), env, stdio: ['ignore', 'pipe', 'pipe'], ...NOBODY });
  await new Promise<void>((resolve) => {
    server!.once('exit', () => resolve());
    for (const stream of [server!.stdout!, server!.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Lightship is ready')) resolve();
      });
  });
  expect(said).toMatch(/^One-time code for the first account.*\n(?:.*\n)*Lightship is ready/);
  expect(await healthCheck()).toBe(0);
  const page = await httpRequest(`http://app.localhost:${env['LIGHTSHIP_PORT']}/`);
  expect(page.text).toContain('built before');
  expect(await readdir(join(root, 'data'))).toEqual(expect.arrayContaining(['database', 'objects']));
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  expect(await healthCheck()).toBe(1);
});
