import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningServer } from '#server/main.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'workers', 'python');
/** Debian's packages are of this one, whatever comes first on PATH. */
const CANDIDATES = ['python3', '/usr/bin/python3'];
const AGAIN_AFTER_MS = 10_000;

/** Starts a worker in Python beside the server, where PyTorch is found, so that teams can train networks without setting anything up. Without it, nothing is said: the page of workers shows the command. */
export function startLocalWorker(server: Pick<RunningServer, 'port' | 'localWorkerKey'>, dataFolder: string): { stop(): void } {
  // Two servers on one machine have a worker each, and images stay in the folder of the server.
  const work = join(dataFolder, 'local-worker');
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    const python = await findPython();
    if (python === null || isStopped) return;
    const key = await server.localWorkerKey();
    const words = [
      '-m',
      'lightship_worker',
      'serve',
      '--server',
      `http://127.0.0.1:${server.port}`,
      '--name',
      'local',
      '--with-input',
      '--work',
      work,
    ];
    // The pipe closes with this process, however it ends: a worker that went on would keep the work folder from the next one.
    child = spawn(python, words, { cwd: FOLDER, stdio: ['pipe', 'ignore', 'ignore'], env: { ...process.env, LIGHTSHIP_WORKER_KEY: key } });
    child.once('error', () => undefined);
    child.once('exit', () => {
      child = null;
      if (!isStopped) timer = setTimeout(() => void run(), AGAIN_AFTER_MS);
    });
  }

  void run().catch(() => undefined);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      child?.kill('SIGTERM');
    },
  };
}

async function findPython(): Promise<string | null> {
  if (!existsSync(join(FOLDER, 'lightship_worker'))) return null;
  for (const path of CANDIDATES) {
    const loads = await promisify(execFile)(path, ['-c', 'import numpy, torch']).then(
      () => true,
      () => false,
    );
    if (loads) return path;
  }
  return null;
}
