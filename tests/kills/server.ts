import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { killProcesses } from '#commands/processes.ts';

const ENTRY = fileURLToPath(new URL('./server-process.ts', import.meta.url));

/** A server that can be killed and restarted with the same data and port. */
export interface KillableServer {
  /** 0 before the first start. */
  port(): number;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Stops it in order, and waits until it has ended. */
  stop(): Promise<void>;
  /** `SIGSTOP` and `SIGCONT`. Nothing happens if it is not running. */
  signal(name: NodeJS.Signals): void;
  isRunning(): boolean;
  pid(): number | null;
  /** It ended although nobody killed or stopped it. */
  hasCrashed(): boolean;
  /** Everything that it has printed, including earlier runs. */
  printed(): string;
}

export function createKillableServer({
  dataDir,
  pageFolder,
  uploadUrl,
  entry = ENTRY,
  env = {},
}: {
  dataDir: string;
  pageFolder: string;
  uploadUrl?: string;
  /** Program of the process. */
  entry?: string;
  env?: Record<string, string>;
}): KillableServer {
  let child: ChildProcess | null = null;
  let port = 0;
  let printed = '';

  async function kill(): Promise<void> {
    const killed = child;
    child = null;
    if (killed === null || killed.exitCode !== null || killed.signalCode !== null) return;
    const gone = once(killed, 'exit');
    await killProcesses([killed.pid!]);
    await gone;
  }

  return {
    port: () => port,
    kill,
    async stop() {
      const stopped = child;
      child = null;
      if (stopped === null || stopped.exitCode !== null || stopped.signalCode !== null) return;
      const gone = once(stopped, 'exit');
      stopped.kill('SIGTERM');
      await gone;
    },
    signal: (name) => void child?.kill(name),
    isRunning: () => child !== null,
    pid: () => child?.pid ?? null,
    hasCrashed: () => child !== null && (child.exitCode !== null || child.signalCode !== null),
    printed: () => printed,
    async start() {
      const started = spawn(process.execPath, [entry, pageFolder], {
        env: {
          PATH: process.env['PATH'],
          TMPDIR: process.env['TMPDIR'],
          LIGHTSHIP_LOG: 'silent',
          LIGHTSHIP_LOCAL_WORKER: 'off',
          LIGHTSHIP_PORT: String(port),
          LIGHTSHIP_DATA: dataDir,
          ...(uploadUrl === undefined ? {} : { LIGHTSHIP_UPLOAD_URL: uploadUrl }),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      const url = await readyUrl(started, (text) => (printed += text));
      port = Number(new URL(url).port);
    },
  };
}

function readyUrl(child: ChildProcess, print: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (bytes: Buffer): void => {
      print(bytes.toString());
      said += bytes.toString();
      const url = /^Lightship is ready at (http:\S+)$/m.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${said}`)));
  });
}
