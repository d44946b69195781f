import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { killProcesses } from '#commands/processes.ts';
import { turnOffDeidentification } from './without-deidentification.ts';
import { httpRequest, type HttpAnswer, type HttpRequest } from './http.ts';
import { removeAcquisitions } from './without-acquisitions.ts';
import { seedPeople } from './seed-people.ts';

export interface TestServerOptions {
  env?: Record<string, string>;
  /** With the studies of the demo, which keep the server busy during its first seconds. */
  demo?: boolean;
  /** Only the teams and people of the demo. */
  people?: boolean;
  /** False: only the API is available, and nothing is built. */
  page?: boolean;
  /** With the acquisitions of a new server: Process then requires one for each series that can have one. */
  acquisitions?: boolean;
  /** Served unchanged, instead of the built page. */
  pageFolder?: string;
  /** Studies are de-identified, as for a new team of the product; by default they are not. */
  deidentified?: boolean;
  /** Command prefix that runs it elsewhere, for example in another network namespace, where only a browser in the same one can reach it. */
  within?: readonly string[];
}

export interface TestServer {
  /** `http://app.localhost:PORT`, or with the base domain in `env`. */
  origin: string;
  teamOrigin(slug: string): string;
  port: number;
  dataDir: string;
  /** Everything that it has printed, including earlier runs. */
  output(): string;
  /** A path, or a full address to use another host. */
  request(address: string, request?: HttpRequest): Promise<HttpAnswer>;
  /** Stops it like a user does; returns the exit code. */
  stop(): Promise<number | null>;
  /** Stops it like a power failure. */
  kill(): Promise<void>;
  /** Starts it again with the same data and address, so that an open page finds it. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
}

/** The product as run by `npm start`, in a separate process, on a free port with an empty data folder. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const {
    env = {},
    demo = false,
    people = false,
    page = true,
    acquisitions = false,
    pageFolder,
    deidentified = false,
    within = [],
  } = options;
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'lightship-data-')));
  const flags = demo ? ['--demo'] : [];
  const command =
    pageFolder === undefined
      ? ['src/commands/start.ts', ...flags, ...(page ? [] : ['--without-page'])]
      : ['tests/kills/server-process.ts', pageFolder, ...flags];
  let printed = '';
  let child: ChildProcess;
  let port = 0;

  async function start(): Promise<void> {
    const [program, ...words] = [...within, process.execPath, ...command];
    child = spawn(program!, words, {
      cwd: CHECKOUT,
      env: {
        ...ownEnvironment(),
        LIGHTSHIP_LOG: 'silent',
        LIGHTSHIP_LOCAL_WORKER: 'off',
        ...env,
        LIGHTSHIP_PORT: String(port),
        LIGHTSHIP_DATA: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const address = await readyAddress(child, (text) => (printed += text));
    port = Number(new URL(address).port);
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    await killProcesses([child.pid!]);
    await gone;
  }

  async function dispose(): Promise<void> {
    await kill();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    if (people) await seedPeople(dataDir);
    await start();
    if (!acquisitions) removeAcquisitions(dataDir);
    if (!deidentified) turnOffDeidentification(dataDir);
  } catch (error) {
    await dispose();
    throw error;
  }
  const baseDomain = env['LIGHTSHIP_BASE_DOMAIN'] ?? 'app.localhost';
  const origin = `http://${baseDomain}:${port}`;
  return {
    origin,
    teamOrigin: (slug) => `http://${slug}.${baseDomain}:${port}`,
    port,
    dataDir,
    output: () => printed,
    request: (address, request) => httpRequest(new URL(address, origin).href, request),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await gone) as [number | null];
      return code;
    },
    kill,
    async restart() {
      await kill();
      await start();
    },
    dispose,
  };
}

/** Settings in the environment of the test run must not affect the tests. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(LIGHTSHIP_|DATABASE_URL$|NODE_ENV$|VITEST)/.test(name));
  return Object.fromEntries(kept);
}

/** Resolves with the address in the ready line. Rejects with all output if the process ends before it. */
function readyAddress(child: ChildProcess, print: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (bytes: Buffer): void => {
      const text = bytes.toString();
      print(text);
      said += text;
      const address = /^Lightship is ready at (http:\S+)$/m.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${said}`)));
  });
}
