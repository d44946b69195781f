import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { killProcesses } from '#commands/processes.ts';
import { leaveStudiesAsTheyAre } from './as-they-are.ts';
import { httpRequest, type HttpAnswer, type HttpRequest } from './http.ts';
import { removeAcquisitions } from './without-acquisitions.ts';
import { seedPeople } from './seed-people.ts';

export interface TestServerOptions {
  env?: Record<string, string>;
  /** With the studies of the demo, which keep the server busy for its first seconds. */
  demo?: boolean;
  /** Only the teams and people of the demo. */
  people?: boolean;
  /** Without: only the API answers, and nothing is built. */
  page?: boolean;
  /** With the acquisitions that a server starts with: Process asks for one of each series that has some to choose from. */
  acquisitions?: boolean;
  /** Served as it stands, instead of the built page. */
  pageFolder?: string;
  /** Studies leave devices as the product does it for a new team, without names; otherwise as they are. */
  deidentified?: boolean;
  /** Words before its command that run it elsewhere, as in another namespace of networks: only a browser there reaches it. */
  within?: readonly string[];
}

export interface TestServer {
  /** `http://app.localhost:PORT`, or of the base domain that `env` says. */
  origin: string;
  teamOrigin(slug: string): string;
  port: number;
  dataDir: string;
  /** All that it has printed, over restarts. */
  output(): string;
  /** Path, or a whole address to reach it under another host. */
  request(address: string, request?: HttpRequest): Promise<HttpAnswer>;
  /** As a person stops it; the exit code. */
  stop(): Promise<number | null>;
  /** As a power cut stops it. */
  kill(): Promise<void>;
  /** Again on the same data and the same address, so that a page that is open finds it. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  dispose(): Promise<void>;
}

/** The product as `npm start` runs it, in a process of its own, on a free port and an empty data folder. */
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
      env: { ...ownEnvironment(), LIGHTSHIP_LOG: 'silent', ...env, LIGHTSHIP_PORT: String(port), LIGHTSHIP_DATA: dataDir },
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
    if (!deidentified) leaveStudiesAsTheyAre(dataDir);
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

/** Settings of whoever runs the tests are not the tests' settings. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(LIGHTSHIP_|DATABASE_URL$|NODE_ENV$|VITEST)/.test(name));
  return Object.fromEntries(kept);
}

/** Resolves with the address of the ready line; rejects with everything that was said when the process ends before it. */
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
